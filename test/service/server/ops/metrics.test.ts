import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../../../dev/embedded/mongod/instance.ts';
import { createMeters } from '../../../../src/server/health/meters.ts';
import { createLog } from '../../../../src/core/http/server/log.ts';
import { JobRunner } from '../../../../src/core/jobs/runner.ts';
import { Metrics } from '../../../../src/core/util/metrics.ts';
import { createEndpoint } from '../../../../src/delivery/webhooks/service.ts';
import { defineType, publishEntry } from '../../../support/content.ts';
import { startReceiver } from '../../../support/receiver.ts';
import { startOwnService, startService } from '../../../support/service.ts';
import { tester } from '../../../support/actor.ts';

const service = await startOwnService();

/** All numbers by name and labels, as Prometheus would read them. */
async function numbersAt(url: string): Promise<Map<string, number>> {
  const answer = await fetch(`${url}/metrics`);
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  return numbersIn(await answer.text());
}

function numbersIn(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const [, name = '', value] = /^(\S+(?: \S+)*) (\S+)$/.exec(line) ?? [];
      return [name, Number(value)];
    }),
  );
}

/** How much each number grew while some work was done; absent ones began at 0. */
async function growth(work: () => Promise<unknown>): Promise<(name: string) => number> {
  const before = await numbersAt(service.url);
  await work();
  const after = await numbersAt(service.url);
  return (name) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
}

describe('GET /metrics', () => {
  it('counts requests by route and status, never by path', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', { title: 'string' });
    const id = await publishEntry(project, 'page', { title: 'A' });

    const grown = await growth(async () => {
      await project.secret.get(`/v1/content/page/${id}`);
      await project.secret.get('/v1/content/page/ent_nothing');
      await project.secret.get('/v1/content/page/ent_nowhere');
      await project.as(null).get('/v1/content/page');
      await project.secret.get('/v1/nothing/here');
      await fetch(`${service.url}/docs/style.css`);
    });

    const requests = (route: string, status: number) =>
      grown(`galley_http_requests_total{method="GET",route="${route}",status="${status}"}`);
    expect(requests('/v1/content/:type/:entryId', 200)).toBe(1);
    expect(requests('/v1/content/:type/:entryId', 404)).toBe(2);
    expect(requests('none', 401)).toBe(1);
    expect(requests('none', 404)).toBe(1);
    expect(requests('/docs', 200)).toBe(1);
    const lasted = 'galley_http_request_duration_seconds';
    const route = 'method="GET",route="/v1/content/:type/:entryId"';
    expect(grown(`${lasted}_count{${route}}`)).toBe(3);
    expect(grown(`${lasted}_bucket{le="30",${route}}`)).toBe(3);
    expect(grown(`${lasted}_sum{${route}}`)).toBeGreaterThan(0);
  });

  it('tells how answers were come by, and how many requests went to the database together', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', { title: 'string' });
    const read = () => project.secret.get('/v1/content/page');
    const wave = () =>
      Promise.all(Array.from({ length: 40 }, () => project.secret.get('/v1/content/page?limit=2')));
    await wave(); // opens the connections

    const grown = await growth(async () => {
      await read();
      await read();
      await wave();
    });

    expect(grown('galley_kept_answers_total{outcome="made"}')).toBe(1);
    expect(grown('galley_kept_answers_total{outcome="hit"}')).toBe(41);
    expect(grown('galley_kept_answers_bytes')).toBeGreaterThan(100);
    for (const of of ['keys', 'budgets']) {
      expect(grown(`galley_batch_size_sum{of="${of}"}`)).toBe(42);
      expect(grown(`galley_batch_size_count{of="${of}"}`)).toBeLessThan(42);
    }
    // Each group of a secret key's requests is one update; what it reserved is settled with the next one, or by itself.
    const updates = grown(
      'galley_database_command_duration_seconds_count{command="findAndModify",outcome="success"}',
    );
    const groups = grown('galley_batch_size_count{of="budgets"}');
    expect(updates).toBeGreaterThanOrEqual(groups);
    expect(updates).toBeLessThanOrEqual(2 * groups);
  });

  it('tells of the process: memory, time, and how late its event loop is', async () => {
    await numbersAt(service.url);
    await wait(100);
    const until = performance.now() + 400; // several samples of the monitor
    while (performance.now() < until); // nothing else runs meanwhile
    await wait(100);

    const numbers = await numbersAt(service.url);

    expect(numbers.get('galley_event_loop_lag_seconds{percentile="100"}')).toBeGreaterThan(0.1);
    expect(numbers.has('galley_event_loop_lag_seconds{percentile="99"}')).toBe(true);
    expect(numbers.get('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    expect(numbers.get('process_cpu_seconds_total')).toBeGreaterThan(0);
  });

  it('tells what waits: events whose deliveries nobody makes while no worker runs', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', { title: 'string' });
    await publishEntry(project, 'page', { title: 'A' });

    const numbers = await numbersAt(service.url);

    expect(numbers.get('galley_watcher_lag_seconds')).toBeGreaterThan(0);
    for (const state of ['queued', 'sending', 'held'])
      expect(numbers.get(`galley_deliveries{state="${state}"}`)).toBe(0);
    expect(numbers.get('galley_delivery_queue_age_seconds')).toBe(0);
  });

  it('leaves out what cannot be told', async () => {
    const metrics = new Metrics();
    metrics.gauge('well', 'A number.', () => 1);
    metrics.gauge('unwell', 'A number.', () => Promise.reject(new Error('no database')));
    metrics.gauges('parts', 'Numbers.', 'of', () => Promise.reject(new Error('no database')));

    expect([...numbersIn(await metrics.text())]).toEqual([['well', 1]]);
  });
});

describe('a webhook request', () => {
  it('is counted by its outcome, with the time that the receiver took', async () => {
    const own = await startService({
      WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8',
      WEBHOOK_RETRY_SECONDS: '600,600,600,600,600',
    });
    await own.app.start();
    const project = await own.newProject();
    const { app } = own;
    const receiver = await startReceiver();
    const details = { now: app.clock.now(), actor: tester, box: app.box };
    await createEndpoint(app.system.project(project.id), { url: receiver.url }, details);

    await defineType(project, 'page', { title: 'string' });
    await receiver.got(1);
    receiver.answer = 500;
    await publishEntry(project, 'page', { title: 'A' });
    await receiver.got(2);

    const of = (outcome: string) => `galley_delivery_attempts_total{outcome="${outcome}"}`;
    const counted = async () => {
      const numbers = await numbersAt(own.url);
      return [numbers.get(of('success')), numbers.get(of('failure'))];
    };
    await expect.poll(counted).toEqual([1, 1]);
    const waiting = async () => (await numbersAt(own.url)).get('galley_deliveries{state="queued"}');
    await expect.poll(waiting).toBe(1);
    expect((await numbersAt(own.url)).get('galley_delivery_attempt_duration_seconds_count')).toBe(2);
  });
});

describe('a scheduled job that fails', () => {
  it('is counted, and told to /readyz', async () => {
    const metrics = new Metrics();
    const { system, clock } = service.app;
    const onFailure = createMeters(metrics).jobFailed;
    const log = createLog('silent');
    const jobs = new JobRunner({ system, clock, log, onFailure, lockMs: 15_000 }, [
      { name: 'bad.job', everySeconds: null, run: () => Promise.reject(new Error('as it must')) },
    ]);
    await jobs.start();
    try {
      await jobs.wake('bad.job', 'one', clock.now());

      const failures = async () =>
        numbersIn(await metrics.text()).get('galley_job_failures_total{job="bad.job"}');
      await expect.poll(failures, { timeout: 10_000 }).toBe(1);
      expect(jobs.problem()).toBe('scheduled jobs fail; the log contains the reason'); // what /readyz tells
    } finally {
      await jobs.stop();
    }
  });
});

describe('OPS_PORT', () => {
  it('takes health and metrics away from the port that clients reach', async () => {
    const port = await freePort(0);
    const own = await startService({ OPS_PORT: String(port) });
    await own.app.start();
    const opsUrl = `http://127.0.0.1:${port}`;

    for (const path of ['/healthz', '/readyz', '/metrics']) {
      expect((await fetch(opsUrl + path)).status).toBe(200);
      expect((await fetch(own.url + path)).status).toBe(404);
    }
    expect((await fetch(`${opsUrl}/v1/ping`)).status).toBe(404);
    expect((await numbersAt(opsUrl)).get('galley_delivery_attempts_total{outcome="success"}')).toBe(0);
  });

  it('that is taken is named', async () => {
    const port = await freePort(0);
    const first = await startService({ OPS_PORT: String(port), ROLE: 'api' });
    await first.app.start();
    const second = await startService({ OPS_PORT: String(port), ROLE: 'api' });

    await expect(second.app.start()).rejects.toThrow(
      `Port ${port} is taken by another program. Stop it, or choose another port: OPS_PORT=${port + 1}.`,
    );
  });
});
