import { randomUUID } from 'node:crypto';
import { expect, inject, it } from 'vitest';
import { databaseTime, Inserts } from '../../../../src/core/mongo/connection/change-stream.ts';
import { connect } from '../../../../src/core/mongo/connection/connect.ts';
import { cleanup } from '../../../support/cleanup.ts';
import { clientOf, databaseOf } from '../../../support/database.ts';

async function openSystem() {
  const system = await connect(
    inject('mongodbUri'),
    `${inject('databasePrefix')}${randomUUID().slice(0, 13)}`,
  );
  cleanup(() => system.close());
  return system;
}

it('reads a burst of inserts in a few commands, and the first of them without a pause', async () => {
  const system = await openSystem();
  const pauseMs = 1_000;
  const following = { from: await databaseTime(system), waitMs: 2_000, pauseMs };
  const inserts = new Inserts(system, { collections: ['events'] }, following);
  cleanup(() => inserts.close());
  const rows = databaseOf(system).collection('events');
  await rows.insertOne({ project_id: 'prj_0' });
  expect(await inserts.next()).toMatchObject({ projectId: 'prj_0' });
  const startedAt = performance.now();
  let reads = 0;
  clientOf(system).on('commandStarted', ({ commandName }) => (reads += commandName === 'getMore' ? 1 : 0));

  for (let i = 1; i <= 20; i += 1) await rows.insertOne({ project_id: `prj_${i}` });
  const projectIds: unknown[] = [];
  for (let i = 1; i <= 20; i += 1) projectIds.push((await inserts.next())?.projectId);

  expect(projectIds).toEqual(Array.from({ length: 20 }, (_, i) => `prj_${i + 1}`));
  expect(performance.now() - startedAt).toBeGreaterThan(pauseMs - 50);
  expect(reads).toBeLessThan(10);
});

it('a stream of inserts ends with an error when its database is dropped', async () => {
  const system = await openSystem();
  const from = await databaseTime(system);
  await databaseOf(system).collection('events').insertOne({ project_id: 'prj_1' });
  const inserts = new Inserts(system, { collections: ['events'] }, { from, waitMs: 50, pauseMs: 0 });
  cleanup(() => inserts.close());
  await expect.poll(() => inserts.next(), { timeout: 30_000 }).toMatchObject({ projectId: 'prj_1' });

  await databaseOf(system).dropDatabase();

  const readOn = async () => {
    for (let i = 0; i < 1_000; i += 1) await inserts.next();
  };
  await expect(readOn()).rejects.toThrow('the change stream has ended');
});
