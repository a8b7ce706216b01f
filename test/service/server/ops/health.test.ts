import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createEndpoint } from '../../../../src/delivery/webhooks/service.ts';
import { defineType } from '../../../support/content.ts';
import { startMediaService, storeVariables } from '../../../support/media.ts';
import { startReceiver } from '../../../support/receiver.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { tester } from '../../../support/actor.ts';
import { databaseOf } from '../../../support/database.ts';

interface Health {
  code: number;
  status: string;
  parts: string[];
}

async function healthOf({ url }: TestService): Promise<Health> {
  const answer = await fetch(`${url}/readyz`);
  const body = (await answer.json()) as { status: string; problems: { part: string; problem: string }[] };
  for (const { problem } of body.problems) expect(problem).not.toBe('');
  return { code: answer.status, status: body.status, parts: body.problems.map(({ part }) => part) };
}

// Two processes of one installation, by role; the worker begins when a test says so.
const shared = { MONGODB_DB: `t_${randomUUID().slice(0, 13)}`, WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8' };
const { service: api, store } = await startMediaService({ ...shared, ROLE: 'api' });
const worker = await startService({ ...storeVariables(store.settings), ...shared, ROLE: 'worker' });
await api.app.start();

describe('GET /healthz and /readyz', () => {
  it('say that a process runs, and that nobody follows the events', async () => {
    expect((await fetch(`${api.url}/healthz`)).status).toBe(200);
    const noWatcher = { code: 200, status: 'degraded', parts: ['watcher'] };
    // A store that was slow to answer at the start is asked again after five seconds.
    await expect.poll(() => healthOf(api), { timeout: 15_000 }).toEqual(noWatcher);
  });

  it('say ready on every process when a worker is there, which does what api processes leave', async () => {
    const project = await api.newProject();
    const receiver = await startReceiver();
    const details = { now: api.app.clock.now(), actor: tester, box: api.app.box };
    await createEndpoint(api.app.system.project(project.id), { url: receiver.url }, details);
    await defineType(project, 'page', { title: 'string' });
    const unfanned = () => databaseOf(api.app.system).collection('events').countDocuments({ fanned: false });
    expect([await unfanned(), receiver.received.length]).toEqual([1, 0]);

    await worker.app.start();

    await receiver.got(1);
    await expect.poll(unfanned, { timeout: 10_000 }).toBe(0);
    for (const one of [api, worker]) {
      await expect
        .poll(() => healthOf(one), { timeout: 20_000 })
        .toEqual({ code: 200, status: 'ready', parts: [] });
    }
  });

  it('say unavailable from the order to stop on', async () => {
    const ending = await startService({ ...storeVariables(store.settings), ...shared, ROLE: 'api' });

    await ending.app.stopWork();

    expect(await healthOf(ending)).toMatchObject({ code: 503, status: 'unavailable' });
    expect((await fetch(`${ending.url}/healthz`)).status).toBe(200);
  });
});

describe('GET /', () => {
  it('leads a browser to the dashboard, and answers programs as every unknown address', async () => {
    const ask = (Accept: string, method = 'GET') =>
      fetch(`${api.url}/`, { method, headers: { Accept }, redirect: 'manual' });
    const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

    for (const method of ['GET', 'HEAD']) {
      const led = await ask(browser, method);
      expect([led.status, led.headers.get('Location')]).toEqual([302, '/dashboard']);
    }
    for (const [accept, method] of [['*/*'], ['application/json'], [browser, 'POST']] as const) {
      const answer = await ask(accept, method);
      const { error } = (await answer.json()) as { error: { request_id: string } };
      expect([answer.status, error]).toEqual([
        404,
        {
          type: 'not_found_error',
          code: 'unknown_endpoint',
          message: `There is no endpoint ${method ?? 'GET'} /. The API is at /v1, the documentation at /docs and the dashboard at /dashboard.`,
          request_id: error.request_id,
          doc_url: 'http://galley.test/docs/errors#unknown_endpoint',
        },
      ]);
    }
  });
});

describe('ROLE=worker', () => {
  it('serves no content', async () => {
    const project = await api.newProject();

    const answer = await fetch(`${worker.url}/v1/ping`, {
      headers: { Authorization: `Bearer ${project.secret.token}` },
    });

    expect(answer.status).toBe(404);
    expect((await project.secret.get('/v1/ping')).status).toBe(200);
  });

  it.each(['/dashboard', '/dashboard/api/v1/session', '/preview/v1/blog/articles', '/'])(
    'serves no %s to a browser',
    async (path) => {
      const shown = await fetch(`${worker.url}${path}`, { headers: { Accept: 'text/html' } });
      const answer = await fetch(`${worker.url}${path}`);

      expect([shown.status, await shown.text()]).toEqual([404, expect.stringContaining('Page not found')]);
      expect([answer.status, ((await answer.json()) as { error: object }).error]).toEqual([
        404,
        expect.objectContaining({ code: 'unknown_endpoint' }),
      ]);
    },
  );
});
