import { setTimeout as wait } from 'node:timers/promises';
import { type ClientSession, MongoClient } from 'mongodb';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { defineType } from '../../../support/content.ts';
import { startOwnService, type TestProject } from '../../../support/service.ts';

const service = await startOwnService();
const other = await new MongoClient(inject('mongodbUri'), { appName: 'galley' }).connect();
afterAll(() => other.close());

/** Begins a transaction as another process of the service would, and writes what every write of a project writes. */
async function beginWrite({
  id,
}: TestProject): Promise<{ session: ClientSession; write: () => Promise<void> }> {
  const projects = other.db(service.app.config.MONGODB_DB).collection<{ _id: string }>('projects');
  const session = other.startSession();
  session.startTransaction();
  const write = async () =>
    void (await projects.updateOne({ _id: id }, { $inc: { write_seq: 1 } }, { session }));
  await write();
  return { session, write };
}

async function newPages(): Promise<TestProject> {
  const project = await service.newProject();
  await defineType(project, 'page', { title: 'string' });
  return project;
}

function create({ secret }: TestProject) {
  return secret.post('/v1/content/page/entries', { values: { title: 'A' }, publish: true });
}

describe('a write that meets a transaction of a process that is gone', () => {
  it('ends it and is stored, where MongoDB would wait for a minute', async () => {
    const project = await newPages();
    const { session } = await beginWrite(project);

    const answer = await create(project);

    expect(answer.status).toBe(201);
    await expect(session.commitTransaction()).rejects.toMatchObject({ codeName: 'NoSuchTransaction' });
  });

  it('leaves one alone whose process goes on, however slow it is', async () => {
    const project = await newPages();
    const { session, write } = await beginWrite(project);
    let answered = false;
    const answer = create(project).finally(() => (answered = true));

    for (let step = 0; step < 8; step += 1) {
      await wait(400);
      await write();
    }
    expect(answered).toBe(false);
    await session.commitTransaction();

    expect((await answer).status).toBe(201);
  });
});
