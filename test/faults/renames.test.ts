import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ApiClient } from '../support/client.ts';
import { dayMs, expectDone, inMs, pluck, refusal } from '../support/content.ts';
import { signedIn } from '../support/dashboard.ts';
import { clientOf } from '../support/database.ts';
import type { TestProject } from '../support/service.ts';
import { newScene } from './support/scene.ts';

const kills = Number(process.env['FAULT_KILLS'] ?? 20);
const entryCount = 9;
const typePath = '/v1/schema/content-types/story';
const later = inMs(30 * dayMs);
const scene = await newScene();
const { service } = scene;

/** The type with its field under a key. */
const definition = (key: string, renamedFrom?: string) => ({
  fields: [
    { key: 'title', type: 'string' },
    { key, type: 'string', options: { unique: true }, ...(renamedFrom && { renamed_from: renamedFrom }) },
  ],
});

async function newStories(key: string) {
  const project = await service.newProject();
  expectDone(await project.secret.put(typePath, definition(key)));
  const ids: string[] = [];
  for (let i = 0; i < entryCount; i += 1) {
    const values = { title: `Story ${i}`, [key]: `start ${i}` };
    const created = await project.secret.post('/v1/content/story/entries', { values, publish: true });
    ids.push(String(expectDone(created).id));
  }
  return { project, ids };
}

/** The write of an entry: a third of them change what is live, a third the draft, a third a scheduled change. */
function writeOf(i: number, step: number, id: string, key: string): [path: string, body: object] {
  const body = { values: { [key]: `value ${i}-${step}` } };
  const path = `/v1/content/story/${id}`;
  if (i % 3 === 0) return [path, body];
  return i % 3 === 1 ? [`${path}?draft=true`, body] : [path, { ...body, publish_at: later }];
}

/** Writes to each entry until it is stopped. A write is repeated until it is acknowledged, under the key that the service suggests. */
function startWriting(urls: readonly string[], token: string, ids: readonly string[], firstKey: string) {
  const steps = ids.map(() => 0);
  let stopping = false;
  let suggestions = 0;
  const work = async (id: string, i: number) => {
    let key = firstKey;
    for (let attempt = 0; !stopping;) {
      const [path, body] = writeOf(i, steps[i] ?? 0, id, key);
      const client = new ApiClient(urls[attempt % urls.length] ?? '', token);
      attempt += 1;
      const response = await client.patch(path, body).catch(() => null);
      if (response?.status === 200) steps[i] = (steps[i] ?? 0) + 1;
      else if (response?.body.error?.code === 'unknown_field') {
        key = String(response.body.error.did_you_mean);
        suggestions += 1;
      } else {
        expect([undefined, 409, 503], JSON.stringify(response?.body)).toContain(response?.status);
        await wait(25);
      }
    }
  };
  const working = Promise.all(ids.map(work));
  return {
    steps,
    acknowledged: () => steps.reduce((sum, count) => sum + count, 0),
    async stop() {
      stopping = true;
      await working;
      return suggestions;
    },
  };
}

/** Everything that depends on the keys of stored values. */
async function stateOf(project: TestProject, ids: readonly string[]) {
  const owner = await signedIn(service, project.id, 'owner');
  const send = async (method: string, path: string, body?: object) => {
    const response = await owner.send(method, `/projects/${project.id}${path}`, body);
    expect(response.status, JSON.stringify(response.body)).toBeLessThan(300);
    return response.body;
  };
  const drafts = await send('GET', '/content/story/entries?sort=intro');
  const lists = [];
  for (const query of [
    'sort=intro',
    'sort=-intro',
    'where[intro][starts_with]=value',
    'where[intro][is_null]=true',
  ])
    lists.push(pluck(expectDone(await project.publishable.get(`/v1/content/story?${query}`)).data, 'values'));
  const versions = [];
  const published = [];
  for (const [i, id] of ids.entries()) {
    const { data } = await send('GET', `/versions/${id}`);
    versions.push((await send('GET', `/versions/${id}/${data[0].id}`)).values);
    const { values } = (await send('GET', `/content/story/entries/${id}`)).draft;
    const taken = await project.secret.post('/v1/content/story/entries', {
      values: { intro: pluck(drafts.data, 'draft').map((draft) => (draft as { intro: string }).intro)[i] },
    });
    expect(refusal(taken)).toEqual([409, 'field_value_taken', 'intro']);
    const now = await project.secret.patch(`/v1/content/story/${id}`, { publish: true, publish_at: null });
    published.push(values, expectDone(now).values);
  }
  await send('POST', '/content/story/bulk', { action: 'delete', ids: [...ids] });
  await send('POST', '/trash/restore', { ids: [...ids] });
  const restored = [];
  for (const id of ids) restored.push((await send('GET', `/content/story/entries/${id}`)).draft);
  const listed = (drafts.data as object[]).map((row) =>
    pluckAll(row, ['title', 'status', 'publish_at', 'draft']),
  );
  return { listed, lists, versions, published, restored };
}

function pluckAll(row: object, keys: readonly string[]): object {
  return Object.fromEntries(Object.entries(row).filter(([key]) => keys.includes(key)));
}

it(`a field that is renamed under writers equals one that had its key from the start, in ${kills} kills`, async () => {
  const admin = clientOf(service.app.system).db('admin');
  // A killed process leaves its transaction open, which blocks writes of the project until this many seconds are over.
  const lifetime = (seconds: number) =>
    admin.command({ setParameter: 1, transactionLifetimeLimitSeconds: seconds });
  await lifetime(2);
  const { project, ids } = await newStories('key0');
  let victim = await scene.start();
  const survivor = await scene.start();
  const writing = startWriting([victim.url, survivor.url], project.secret.token, ids, 'key0');

  for (let kill = 0; kill < kills; kill += 1) {
    const before = writing.acknowledged();
    await expect
      .poll(() => writing.acknowledged() - before, { timeout: 60_000, interval: 5 })
      .toBeGreaterThan(entryCount);
    const renamed = definition(kill === kills - 1 ? 'intro' : `key${kill + 1}`, `key${kill}`);
    const rename = new ApiClient(victim.url, project.secret.token).put(typePath, renamed).catch(() => null);
    await wait(Math.random() * 40); // into the middle of the PUT, before it or after it
    await victim.kill();
    await rename;
    const repeat = () => new ApiClient(survivor.url, project.secret.token).put(typePath, renamed);
    await expect.poll(async () => (await repeat()).status, { timeout: 60_000, interval: 50 }).toBe(200);
    victim = await scene.start({ PORT: String(victim.port) });
  }
  const suggestions = await writing.stop();
  await lifetime(60);

  const fresh = await newStories('intro');
  for (const [i, id] of fresh.ids.entries())
    expectDone(await fresh.project.secret.patch(...writeOf(i, (writing.steps[i] ?? 0) - 1, id, 'intro')));
  expect(await stateOf(project, ids)).toEqual(await stateOf(fresh.project, fresh.ids));
  expect(suggestions).toBeGreaterThan(0);
  console.log(
    `${kills} kills: ${writing.acknowledged()} writes, ${suggestions} of them under a former key first`,
  );
}, 600_000);
