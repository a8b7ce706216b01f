import { MongoClient } from 'mongodb';
import { afterAll, describe, expect, inject, it, vi } from 'vitest';
import type { ApiClient } from '../../../support/client.ts';
import { defineType } from '../../../support/content.ts';
import { databaseOf } from '../../../support/database.ts';
import { startOwnService, type TestProject } from '../../../support/service.ts';

vi.setConfig({ testTimeout: 60_000 });

const service = await startOwnService();
const { MONGODB_DB } = service.app.config;
const foreign = await new MongoClient(inject('mongodbUri'), { appName: 'galley' }).connect();
afterAll(() => foreign.close());

const message = 'Other writes to this project are in progress. Try again.';

async function newProject(): Promise<TestProject> {
  const project = await service.newProject();
  await defineType(project, 'note', { title: 'string' });
  return project;
}

/** A transaction of another process that holds the project's row and goes on, so that it counts as alive. */
async function holdRow({ id }: TestProject): Promise<{ end: () => Promise<void> }> {
  const projects = foreign.db(MONGODB_DB).collection<{ _id: string }>('projects');
  const session = foreign.startSession();
  session.startTransaction();
  const write = () => projects.updateOne({ _id: id }, { $inc: { write_seq: 1 } }, { session });
  await write();
  let last: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => void (last = last.then(write)), 300);
  return {
    end: async () => {
      clearInterval(timer);
      await last;
      await session.commitTransaction();
      await session.endSession();
    },
  };
}

const create = (client: ApiClient) => client.post('/v1/content/note/entries', { values: { title: 'A' } });

describe('a write that others keep from being stored', () => {
  it('is given up with an error that names them, and so is the write behind it', async () => {
    const project = await newProject();
    const row = await holdRow(project);
    const first = create(project.secret);
    const second = create(project.secret);

    for (const { status, headers, body } of await Promise.all([first, second])) {
      expect([status, headers.get('Retry-After')]).toEqual([503, '2']);
      expect(body.error).toMatchObject({ type: 'api_error', code: 'temporarily_unavailable', message });
    }
    await row.end();

    expect((await create(project.secret)).status).toBe(201);
  });

  it('delays no other project', async () => {
    const [project, other] = [await newProject(), await newProject()];
    const row = await holdRow(project);
    let isAnswered = false;
    const waitingCreate = create(project.secret).finally(() => (isAnswered = true));

    for (let i = 0; i < 5; i += 1) expect((await create(other.secret)).status).toBe(201);
    expect(isAnswered).toBe(false);
    await row.end();

    expect((await waitingCreate).status).toBe(201);
  });
});

describe('a turn that another process reserved', () => {
  async function reserve({ id }: TestProject, forMs: number): Promise<void> {
    const until = { $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount: forMs } };
    await foreign
      .db(MONGODB_DB)
      .collection<{ _id: string }>('projects')
      .updateOne({ _id: id }, [{ $set: { reservation: { id: 'of a killed process', until } } }]);
  }

  async function reservedUntil({ id }: TestProject): Promise<number> {
    const row = await databaseOf(service.app.system)
      .collection<{ _id: string; reservation?: { until: Date } }>('projects')
      .findOne({ _id: id });
    return row?.reservation?.until.getTime() ?? 0;
  }

  it('is waited for, but no longer than it lasts when its process was killed', async () => {
    const project = await newProject();
    await create(project.secret);
    let until = 0;
    await vi.waitFor(async () => {
      await reserve(project, 4_000);
      await create(project.secret); // its last statement finds the reservation, so the next write respects it
      until = await reservedUntil(project);
      expect(Date.now(), 'too slow a machine: the reservation expired').toBeLessThan(until);
    }, 40_000);

    expect((await create(project.secret)).status).toBe(201);

    expect(Date.now()).toBeGreaterThanOrEqual(until);
  });

  it('delays nobody once it has expired', async () => {
    const project = await newProject();
    await reserve(project, -1);
    expect((await create(project.secret)).status).toBe(201);
    expect((await create(project.secret)).status).toBe(201);
  });
});
