import { describe, expect, it, vi } from 'vitest';
import { storedRows } from '../support/audit/rows.ts';
import { ApiClient } from '../support/client.ts';
import { createEntry, defineType, publishEntry } from '../support/content.ts';
import { databaseOf } from '../support/database.ts';
import { DashboardClient, signedIn } from '../support/dashboard.ts';
import type { TestProject } from '../support/service.ts';
import { type Command, startMongoProxy } from './support/mongo-proxy.ts';
import { newScene } from './support/scene.ts';

const scene = await newScene({ ROLE: 'api' });
const { app } = scene.service;
const db = databaseOf(app.system);
const statements = ['insert', 'update', 'findAndModify', 'delete', 'commitTransaction'];
/** What each request writes beside its change: budgets, and when a key was used. */
const beside = ['counters', 'api_keys', 'members', 'sessions'];
const moments = 50;

interface Change {
  /** Sends the write to a process. */
  send: (url: string) => Promise<unknown>;
  /** Whether it is there, however that came. */
  isDone: () => Promise<boolean>;
}

const has = async (collection: string, filter: object) =>
  (await db.collection(collection).countDocuments(filter)) > 0;

/** Writes of different makings, each of which leaves one row. */
const changes: readonly ((project: TestProject) => Promise<Change>)[] = [
  async ({ id: project_id, secret }) => ({
    send: (url) =>
      new ApiClient(url, secret.token).post('/v1/content/page/entries', {
        values: { title: 'Killed' },
        publish: true,
      }),
    isDone: () => has('entries', { project_id }),
  }),
  async (project) => {
    const id = await publishEntry(project, 'page', { title: 'Before' });
    return {
      send: (url) =>
        new ApiClient(url, project.secret.token).patch(`/v1/content/page/${id}`, {
          values: { title: 'After' },
        }),
      isDone: async () => (await project.secret.get(`/v1/content/page/${id}`)).body.values.title === 'After',
    };
  },
  async (project) => {
    const { id } = await createEntry(project, 'page', { title: 'Draft' });
    return {
      send: (url) => new ApiClient(url, project.secret.token).delete(`/v1/content/page/${id as string}`),
      isDone: async () => !(await has('entries', { project_id: project.id })),
    };
  },
  async ({ id: project_id, secret }) => ({
    send: (url) => new ApiClient(url, secret.token).put('/v1/schema/content-types/other', { fields: [] }),
    isDone: () => has('content_types', { project_id, slug: 'other' }),
  }),
  async ({ id: project_id }) => {
    const owner = await signedIn(scene.service, project_id, 'owner');
    const at = `/projects/${project_id}`;
    await owner.send('GET', `${at}/home`); // the session has entered
    return {
      send: (url) => {
        const there = Object.assign(new DashboardClient(url), { cookie: owner.cookie, csrf: owner.csrf });
        return there.send('POST', `${at}/webhooks`, { url: 'https://example.com/', events: ['*'] });
      },
      isDone: () => has('webhook_endpoints', { project_id }),
    };
  },
];

/** Kills a process before the nth statement of a change. Answers the statement, or null where there is no nth. */
async function dieBefore(nth: number, makeChange: (typeof changes)[number]): Promise<string | null> {
  const project = await scene.service.newProject();
  await defineType(project, 'page', { title: 'string' });
  const change = await makeChange(project);
  const before = (await storedRows(app, project.id)).length;
  const proxy = await startMongoProxy();
  const victim = await scene.start({ MONGODB_URI: proxy.uri });
  let seen = 0;
  proxy.judge = ({ name, target }: Command) => {
    if (!statements.includes(name) || beside.includes(String(target))) return 'pass';
    seen += 1;
    return seen < nth ? 'pass' : 'hold';
  };
  let answered = false;
  const sent = change
    .send(victim.url)
    .then(() => (answered = true))
    .catch(() => null);
  await vi.waitUntil(() => answered || proxy.caught.length > 0, { timeout: 60_000, interval: 10 });
  await victim.kill();
  await sent;

  const rows = await storedRows(app, project.id);
  const held = proxy.caught[0];
  const where = answered ? 'after its answer' : `before ${held?.name} ${String(held?.target)}`;
  expect(rows.length - before, where).toBe((await change.isDone()) ? 1 : 0);
  expect(
    rows.map(({ seq }) => seq),
    where,
  ).toEqual(rows.map((_, i) => i + 1));
  const counted = await db
    .collection<{ _id: string; audit_seq: number }>('projects')
    .findOne({ _id: project.id });
  expect(counted?.audit_seq, where).toBe(rows.length);
  return answered ? null : where;
}

describe('a process that dies in the midst of a change', () => {
  it(`leaves as many rows as changes and no missing number, at ${moments} moments`, async () => {
    const died: string[] = [];
    for (let nth = 1; died.length < moments; nth += 1) {
      let anyLeft = false;
      for (const change of changes) {
        const where = await dieBefore(nth, change);
        died.push(where ?? 'after its answer');
        anyLeft ||= where !== null;
      }
      if (!anyLeft) nth = 0; // and again from the first statement on
    }

    expect(died.filter((where) => where.includes('insert audit')).length).toBeGreaterThanOrEqual(4);
    expect(died.filter((where) => where.includes('commitTransaction')).length).toBeGreaterThanOrEqual(4);
  }, 900_000);
});
