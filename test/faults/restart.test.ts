import { describe, expect, it } from 'vitest';
import { follow } from '../../packages/client/src/changes.ts';
import { createClient } from '../../packages/client/src/main.ts';
import { defineType, expectDone, publishEntry } from '../support/content.ts';
import { startReceiver } from '../support/receiver.ts';
import type { TestProject } from '../support/service.ts';
import { type Balancer, startBalancer } from './support/balancer.ts';
import { type Callers, startCallers, type Turn } from './support/callers.ts';
import { deliveriesOf, eventsOf, idsOf, newEndpoint, statesOf } from './support/outbox.ts';
import { newScene, type ServiceProcess } from './support/scene.ts';

const requestCount = Number(process.env['FAULT_REQUESTS'] ?? 10_000);
/** Of each kind: those that keep their connections, and those that open one for each request. */
const clientCount = 16;

const scene = await newScene({ NODE_ENV: 'production', DRAIN_SECONDS: '3' });
const { app } = scene.service;

/** A restart as an orchestrator makes it: the order to stop, the end, a new process at the same place. */
async function restart({ program, port, url }: ServiceProcess, balancers: readonly Balancer[]) {
  program.process.kill('SIGTERM');
  expect(await program.ended(), program.err).toBe(0);
  await scene.start({ PORT: String(port) });
  const isBack = () => balancers.every((balancer) => balancer.sendsTo(url));
  await expect.poll(isBack, { timeout: 60_000 }).toBe(true);
}

/** What the clients ask: one writes, one waits for changes, the others read what is kept, new each time, or just written. */
function turnsOf(written: TestProject, unchanged: TestProject, version: number) {
  const made: string[] = [];
  let turn = 0;
  const read = (project: TestProject, path: string): Turn => ({
    sent: { method: 'GET', path, token: project.secret.token },
    owed: 200,
  });
  const write = (): Turn => {
    const body = { values: { n: turn }, publish: true };
    const { token } = written.secret;
    return {
      sent: { method: 'POST', path: '/v1/content/page/entries', token, body },
      owed: 201,
      onAnswer: (answer) => made.push((JSON.parse(answer) as { id: string }).id),
    };
  };
  const next = (client: number): Turn => {
    turn += 1;
    if (client === 0) return write();
    if (client === 1) return read(unchanged, `/v1/changes?wait=2&since=${version}`);
    if (client % 3 === 0) return read(unchanged, '/v1/content/page');
    if (client % 3 === 1) return read(unchanged, `/v1/content/page?where[n][lt]=${turn}`);
    return read(written, made.length > 0 ? `/v1/content/page/${made.at(-1)}` : '/v1/content/page');
  };
  return { made, next };
}

/** Follows a project's events as a site does, over one stream after the other; answers what came, as it comes. */
function startFollower(url: string, { secret }: TestProject, version: number) {
  const stop = new AbortController();
  const ids: string[] = [];
  const client = createClient({ baseUrl: url, key: secret.token });
  const done = (async () => {
    const from = { lastEventId: String(version), signal: stop.signal };
    for await (const { id } of follow(client, from)) ids.push(id);
  })();
  return {
    ids,
    async end() {
      stop.abort();
      await done.catch(() => undefined);
    },
  };
}

describe('two processes behind a balancer that repeats nothing', () => {
  it(`lose none of ${requestCount} requests while one after the other is restarted, and tell each write once, on streams too`, async () => {
    const [written, unchanged] = [await scene.service.newProject(), await scene.service.newProject()];
    for (const project of [written, unchanged]) await defineType(project, 'page', { n: 'number' });
    await publishEntry(unchanged, 'page', { n: 1 });
    const versionOf = async (project: TestProject) =>
      Number(expectDone(await project.secret.get('/v1/changes')).version);
    const before = await versionOf(written);
    const receiver = await startReceiver();
    const endpointId = await newEndpoint(app, written.id, receiver.url);
    const processes = [await scene.start(), await scene.start()];
    const urls = processes.map(({ url }) => url);
    const { made, next } = turnsOf(written, unchanged, await versionOf(unchanged));

    const balancers: Balancer[] = [];
    const callers: Callers[] = [];
    const begun = performance.now();
    for (const keepsConnections of [true, false]) {
      const balancer = await startBalancer(urls, { keepsConnections });
      balancers.push(balancer);
      callers.push(startCallers(balancer.url, { keepsConnections, clients: clientCount }, next));
    }
    const followers = balancers.map(({ url }) => startFollower(url, written, before));
    const answered = () => callers.reduce((sum, caller) => sum + caller.answered, 0);
    const lost = () => [...balancers, ...callers].flatMap((part) => part.lost);
    const isFar = (count: number) => () => lost().length > 0 || answered() >= count;
    await expect.poll(isFar(requestCount / 10), { timeout: 120_000 }).toBe(true);
    for (const process of processes) await restart(process, balancers);
    await expect.poll(isFar(requestCount), { timeout: 200_000 }).toBe(true);
    for (const caller of callers) await caller.stop();

    const seconds = Math.round((performance.now() - begun) / 1_000);
    console.log(
      `${lost().length} lost, ${answered()} answered, ${made.length} of them writes, in ${seconds} s`,
    );
    expect(lost()).toEqual([]);
    for (const id of made) expect(expectDone(await written.secret.get(`/v1/content/page/${id}`)).id).toBe(id);
    const events = await eventsOf(app, written.id);
    const told = events.filter(({ name }) => name === 'content.entry.published');
    expect(told.map(({ subject }) => subject).sort()).toEqual(made.toSorted());
    const inOrder = events.filter(({ project_revision }) => project_revision > before).map(({ _id }) => _id);
    for (const follower of followers) {
      await expect
        .poll(() => follower.ids.length, { timeout: 60_000 })
        .toBeGreaterThanOrEqual(inOrder.length);
      await follower.end();
      expect(follower.ids).toEqual(inOrder);
    }
    const wanted = idsOf(events, [endpointId]);
    await expect
      .poll(() => statesOf(app, written.id), { timeout: 60_000, interval: 500 })
      .toEqual({ delivered: wanted.length });
    expect((await deliveriesOf(app, written.id)).map(({ _id }) => _id).sort()).toEqual(wanted);
    expect(receiver.received.map(({ headers }) => headers['x-service-delivery']).sort()).toEqual(wanted);
  });
});
