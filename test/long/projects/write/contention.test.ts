import { tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { runCommand } from '../../../../src/cli/program.ts';
import { type ApiAnswer, ApiClient } from '../../../support/client.ts';
import { createEntry, defineType, expectDone, pluck, publishEntry } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { clearRemoved } from '../../../support/content/removed-fields.ts';
import { multiplyEntry } from '../../../support/many-entries.ts';
import { type ServiceProcess, startProcess } from '../../../support/second-process.ts';
import { startOwnService, type TestProject, testVariables } from '../../../support/service.ts';
import { cleanup } from '../../../support/cleanup.ts';
import { newFolder } from '../../../support/transfer/installations.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const service = await startOwnService();
await service.app.start();
const { MONGODB_DB } = service.app.config;
let second: ServiceProcess;
beforeAll(async () => {
  second = await startProcess({ MONGODB_DB });
  cleanup(async () => {
    second.program.process.kill('SIGKILL');
    await second.program.ended();
  });
});
const foreign = await new MongoClient(inject('mongodbUri'), { appName: 'galley' }).connect();
afterAll(() => foreign.close());

const clientsMax = 3;
const field = (key: string) => ({ key, type: 'string' });
const typePath = '/v1/schema/content-types/story';

async function newProject(): Promise<TestProject> {
  const project = await service.newProject();
  await defineType(project, 'note', { title: 'string' });
  await defineType(project, 'story', [field('title'), field('extra')]);
  return project;
}

/** Three clients of the second process create published entries, one after another, while `work` runs. */
async function besideWriters(project: TestProject, work: () => Promise<void>): Promise<ApiAnswer[]> {
  const elsewhere = new ApiClient(second.url, project.secret.token);
  const responses: ApiAnswer[] = [];
  let isRunning = true;
  const writers = Array.from({ length: clientsMax }, async () => {
    while (isRunning) {
      const body = { values: { title: 'A' }, publish: true };
      responses.push(await elsewhere.post('/v1/content/note/entries', body));
    }
  });
  await vi.waitUntil(() => responses.length > clientsMax, { timeout: 30_000 });
  const before = responses.length;
  try {
    await work();
  } finally {
    isRunning = false;
    await Promise.all(writers);
  }
  return responses.slice(before);
}

const longWrites: [string, (project: TestProject) => Promise<void>][] = [
  [
    'changes of a type, and their dry runs',
    async ({ secret }) => {
      for (let round = 0; round < 8; round += 1) {
        const fields = round % 2 === 0 ? [field('title')] : [field('title'), field('extra')];
        expectDone(await secret.put(`${typePath}?dry_run=true`, { fields }));
        expectDone(await secret.put(typePath, { fields }));
      }
    },
  ],
  [
    'promotions',
    async ({ secret, releaseId }) => {
      const clone = expectDone(await secret.post('/v1/releases', { name: 'Next' })).id as string;
      await expect
        .poll(async () => (await secret.get(`/v1/releases/${clone}`)).body.status, { timeout: 30_000 })
        .toBe('ready');
      for (const id of [clone, releaseId, clone, releaseId])
        expectDone(await secret.post(`/v1/releases/${id}/promote`));
    },
  ],
  [
    'a bulk change',
    async (project) => {
      const editor = await signedIn(service, project.id, 'editor');
      const ids: string[] = [];
      for (let i = 0; i < 30; i += 1) ids.push((await createEntry(project, 'story', { title: `${i}` })).id);
      const path = `/projects/${project.id}`;
      const job = await editor.send('POST', `${path}/content/story/bulk-jobs`, { action: 'publish', ids });
      const find = async () =>
        ((await editor.send('GET', `${path}/bulk-jobs`)).body.data as { id: string }[]).find(
          ({ id }) => id === job.body.id,
        );
      await expect.poll(find, { timeout: 60_000 }).toMatchObject({ status: 'done', done: 30, failed: 0 });
    },
  ],
  [
    'a removed field that is cleared, and the deletion of its type',
    async (project) => {
      const { secret } = project;
      const id = await publishEntry(project, 'story', { title: 'A', extra: 'B' });
      await multiplyEntry(service.app, id, 1_000);
      expectDone(await secret.put(typePath, { fields: [field('title')] }));
      await clearRemoved(service, project.id);
      const restore = () => secret.put(typePath, { fields: [field('title'), field('extra')] });
      await expect.poll(async () => (await restore()).status, { timeout: 60_000 }).toBe(200);
      const { data } = (await secret.get('/v1/content/story?limit=100')).body;
      expect(new Set(pluck(pluck(data, 'values'), 'extra'))).toEqual(new Set([null]));
      const owner = await signedIn(service, project.id, 'owner');
      const path = `/projects/${project.id}/content-types/story`;
      expect((await owner.send('DELETE', path, { confirm: 'story' })).status).toBeLessThan(300);
    },
  ],
];

describe('beside three clients that write through another process', () => {
  it.each(longWrites)('%s: all of it is stored, and so is what the clients send', async (_name, work) => {
    const project = await newProject();

    const responses = await besideWriters(project, () => work(project));

    expect(responses.filter(({ status }) => status !== 201).map(({ text }) => text)).toEqual([]);
    expect(responses.length).toBeGreaterThan(clientsMax);
  });
});

describe('two processes that write to one project', () => {
  it('store all changes of one entry by eleven clients, and neither is left behind', async () => {
    const project = await newProject();
    const id = await publishEntry(project, 'note', { title: 'A' });
    const elsewhere = new ApiClient(second.url, project.secret.token);
    const stored = [0, 0];
    const failed: string[] = [];
    const endsAt = performance.now() + 4_000;

    await Promise.all(
      Array.from({ length: 11 }, async (_, i) => {
        const client = i % 2 === 0 ? project.secret : elsewhere;
        while (performance.now() < endsAt) {
          const patch = { values: { title: `${i}` } };
          const { status, text } = await client.patch(`/v1/content/note/${id}`, patch);
          if (status === 200) stored[i % 2] = (stored[i % 2] ?? 0) + 1;
          else failed.push(text);
        }
      }),
    );

    expect(failed).toEqual([]);
    expect(Math.min(...stored) / Math.max(...stored)).toBeGreaterThan(0.25);
  });
});

/** Writes to the project's row over and over, as another process would, until the work has ended. */
async function besideTransactions<T>({ id }: TestProject, work: () => Promise<T>): Promise<T> {
  const projects = foreign.db(MONGODB_DB).collection<{ _id: string }>('projects');
  let isRunning = true;
  const writing = (async () => {
    while (isRunning)
      await foreign.withSession((session) =>
        session.withTransaction(async () => {
          await projects.updateOne({ _id: id }, { $inc: { write_seq: 1 } }, { session });
          await wait(20);
        }),
      );
  })();
  try {
    return await work();
  } finally {
    isRunning = false;
    await writing;
  }
}

describe('an import beside another process that writes', () => {
  it('is stored', async () => {
    const from = await startOwnService();
    const [original, copy] = [await from.newProject(), await service.newProject()];
    await defineType(original, 'note', { title: 'string' });
    const id = await publishEntry(original, 'note', { title: 'A' });
    const folder = await newFolder();
    const galley = async (database: string, ...args: string[]) =>
      (await runCommand([...args, '--json'], testVariables({ MONGODB_DB: database }), tmpdir())).exitCode;
    const exported = ['export', '--project', original.id, '--out', folder];
    expect(await galley(from.app.config.MONGODB_DB, ...exported)).toBe(0);

    const imported = ['import', '--project', copy.id, '--from', folder];
    expect(await besideTransactions(copy, () => galley(MONGODB_DB, ...imported))).toBe(0);

    expect((await copy.secret.get(`/v1/content/note/${id}`)).status).toBe(200);
  });
});
