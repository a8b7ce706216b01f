import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { boundsOf } from '../../src/core/settings/config.ts';
import { fixedPort } from '../support/fixed-port.ts';
import { createEndpoint } from '../../src/delivery/webhooks/service.ts';
import { defineType, publishEntry } from '../support/content.ts';
import { startRawReceiver } from '../support/raw-receiver.ts';
import { startService, type TestProject } from '../support/service.ts';
import {
  type Attack,
  refusedBodies,
  type Target,
  unfinishedBodies,
  widestReads,
} from './support/watched/attacks.ts';
import { type Neighbour, startNeighbour, startWatched } from './support/watched/processes.ts';
import { tester } from '../support/actor.ts';

/** How long it all goes on, as docs/run/monitoring.md tells; `SURVIVAL_SECONDS=5` for a quick look. */
const seconds = Number(process.env['SURVIVAL_SECONDS'] ?? 60);
const [heapMb, mostMoreMb] = [512, 50];
const mib = 1024 * 1024;
/**
 * What the event loop and the handler may take of another tenant’s read at the 99th percentile. A quiet machine stays far
 * below; senders, database and service share two cores here, and others work on them too.
 */
const mostLateMs = 2_000;

const allowed = { WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8' };
/** Makes projects, and delivers nothing itself. */
const own = await startService(allowed);
const { app } = own;

async function addEndpoints(project: TestProject, url: string, count: number): Promise<void> {
  const by = { now: app.clock.now(), actor: tester, box: app.box, bounds: boundsOf(app.config) };
  for (let made = 0; made < count; made += 1)
    await createEndpoint(app.system.project(project.id), { url: `${url}?n=${made}` }, by);
}

/** A project with a type so wide that four entries are as large as an answer may be. */
async function newWideProject(): Promise<TestProject> {
  const project = await own.newProject();
  const fields = Array.from({ length: 78 }, (_, i) => ({ key: `t${i}`, type: 'text' }));
  await defineType(project, 'page', [{ key: 'title', type: 'string' }, ...fields]);
  const texts = Object.fromEntries(fields.map(({ key }) => [key, 'wide '.repeat(10_000)]));
  for (let i = 0; i < 6; i += 1) await publishEntry(project, 'page', { title: `p${i}`, ...texts });
  return project;
}

/** Twenty projects with as many endpoints as a project may have, whose receivers say nothing. */
async function newHostileReceivers(): Promise<TestProject[]> {
  const silent = await startRawReceiver(() => undefined);
  return Promise.all(
    Array.from({ length: 20 }, async () => {
      const project = await own.newProject();
      await addEndpoints(project, silent.url, 20);
      return project;
    }),
  );
}

/** A tenant with twenty authors and one receiver, in a process of its own. */
async function neighbourOf(
  url: string,
  { publishable, secret, ...project }: TestProject,
): Promise<Neighbour> {
  const receiverPort = await fixedPort();
  await addEndpoints({ publishable, secret, ...project }, `http://127.0.0.1:${receiverPort}/hook`, 1);
  for (let i = 0; i < 20; i += 1) await secret.post('/v1/authors', { name: `Author ${i}` });
  const tokens = { readToken: publishable.token, writeToken: secret.token };
  const mongodbUri = app.config.MONGODB_URI;
  return startNeighbour({ url, receiverPort, ...tokens, readPath: '/v1/authors?limit=20', mongodbUri });
}

/** What is sent at once, from the first to the last moment. */
function attackWith(target: Target): readonly Attack[] {
  const path = (caller: number) => `/v1/content/page?limit=100&where[title][ne]=${caller}`;
  return [
    unfinishedBodies(target, 1_000),
    widestReads(target, path, 50),
    refusedBodies(target, '/v1/content/page/entries'),
  ];
}

it(`a process with a heap of ${heapMb} MB lives through all of it at once, forgets it, and serves others meanwhile`, async () => {
  const [wide, hostile, tenant] = [
    await newWideProject(),
    await newHostileReceivers(),
    await own.newProject(),
  ];
  const service = await startWatched(heapMb, { MONGODB_DB: app.config.MONGODB_DB, ...allowed });
  const neighbour = await neighbourOf(service.url, tenant);
  const attack = async (ms: number) => {
    for (const { secret } of hostile)
      await secret.post('/v1/blog/articles', { title: 'For 20 receivers', publish: true });
    await Promise.all([service.reset(), neighbour.reset()]);
    const attacks = attackWith({ url: service.url, token: wide.secret.token });
    await wait(ms); // the length of the attack is what is tested
    const [seen, delays] = [await neighbour.seen(), await service.delays()];
    return { seen, delays, outcomes: await Promise.all(attacks.map((each) => each.stop())) };
  };
  await attack(5_000); // fills what is kept, so that the rest is what stays
  const before = await service.memory();

  const { seen, delays, outcomes } = await attack(seconds * 1_000);

  expect(service.ended()).toBeNull();
  await expect
    .poll(async () => (await service.memory()).usedBytes, { timeout: 20_000, interval: 1_000 })
    .toBeLessThan(before.usedBytes + mostMoreMb * mib);
  const after = await service.memory();
  const usedMb = [before, after].map(({ usedBytes }) => Math.round(usedBytes / mib));
  console.log(JSON.stringify({ seconds, usedMb, delays, seen, outcomes }));
  const refused = Object.values(seen.refused).reduce((sum, count) => sum + count, 0);
  expect(refused).toBeLessThanOrEqual(seen.reads / 100);
  const ofTheMachine = seen.loopP99Ms + seen.databaseP99Ms;
  expect(delays.loopP99Ms + delays.handlerP99Ms - ofTheMachine).toBeLessThan(mostLateMs);
  const late = seen.webhooksMissing + seen.webhooksMs.filter((ms) => ms > 2_000).length;
  expect(late).toBeLessThanOrEqual(1); // a stall of the machine
}, 300_000);
