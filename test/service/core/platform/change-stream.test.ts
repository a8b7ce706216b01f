import { randomUUID } from 'node:crypto';
import { expect, inject, it } from 'vitest';
import { databaseTime, Inserts } from '../../../../src/core/mongo/connection/change-stream.ts';
import { connect } from '../../../../src/core/mongo/connection/connect.ts';
import { cleanup } from '../../../support/cleanup.ts';
import { databaseOf } from '../../../support/database.ts';

it('a stream of inserts ends with an error when its database is dropped', async () => {
  const system = await connect(
    inject('mongodbUri'),
    `${inject('databasePrefix')}${randomUUID().slice(0, 13)}`,
  );
  cleanup(() => system.close());
  const from = await databaseTime(system);
  await databaseOf(system).collection('events').insertOne({ project_id: 'prj_1' });
  const inserts = new Inserts(system, { collections: ['events'] }, { from, waitMs: 50 });
  cleanup(() => inserts.close());
  await expect.poll(() => inserts.next(), { timeout: 30_000 }).toMatchObject({ projectId: 'prj_1' });

  await databaseOf(system).dropDatabase();

  const readOn = async () => {
    for (let i = 0; i < 1_000; i += 1) await inserts.next();
  };
  await expect(readOn()).rejects.toThrow('the change stream has ended');
});
