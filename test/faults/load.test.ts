import { tmpdir } from 'node:os';
import { expect, it, vi } from 'vitest';
import { runCommand } from '../../src/cli/program.ts';
import { clientOf, databaseOf } from '../support/database.ts';
import { storeVariables } from '../support/media.ts';
import { pictureFile } from '../support/picture-files.ts';
import { runSource } from '../support/program.ts';
import { type TestProject, testVariables } from '../support/service.ts';
import { openTestStore } from '../support/test-store.ts';
import { writeBundle } from '../support/transfer/bundles.ts';
import { cleanup } from '../support/cleanup.ts';
import { newScene } from './support/scene.ts';

const kills = Number(process.env['LOAD_KILLS'] ?? 5);
const store = await openTestStore();
cleanup(() => store.stop());
const settings = storeVariables(store.settings) as Record<string, string>;
const scene = await newScene(settings);
const { app } = scene.service;
const rows = (name: string) => databaseOf(app.system).collection<any>(name);
const variables = testVariables({ ...settings, MONGODB_DB: app.config.MONGODB_DB });

const size = 240;
const numbers = Array.from({ length: size }, (_, i) => i + 1);
const folder = await writeBundle(
  {
    types: [
      {
        slug: 'page',
        fields: [
          { key: 'title', type: 'string', options: { unique: true } },
          { key: 'hero', type: 'image' },
          { key: 'next', type: 'reference', options: { content_type: 'page' } },
        ],
      },
    ],
    media: [{ source_id: 'm1', file: 'files/boat.png', alt: 'A boat' }],
    authors: [{ source_id: 'u1', name: 'Ada Reed', avatar: 'm1' }],
    // Each entry refers to one of a later transaction, and the last one to the first.
    entries: numbers.map((n) => ({
      source_id: `p${n}`,
      type: 'page',
      values: { title: `Page ${n}`, hero: 'm1', next: `p${((n + size / 2) % size) + 1}` },
      status: n % 3 === 0 ? 'draft' : 'published',
    })),
    articles: numbers.slice(0, 60).map((n) => ({
      source_id: `a${n}`,
      title: `Article ${n}`,
      body: { markdown: `See [page](entry:p${n}).` },
      authors: ['u1'],
      status: 'published',
    })),
    redirects: numbers.slice(0, 40).map((n) => ({
      source_id: `r${n}`,
      from: `/old/${n}`,
      to: { file: 'articles', source_id: `a${n}` },
    })),
  },
  { 'files/boat.png': pictureFile('plain.png') },
);
const argsOf = ({ id }: TestProject) => ['load', '--project', id, '--from', folder, '--json'];

async function load(project: TestProject): Promise<{ exitCode: number; body: any }> {
  const { out, exitCode } = await runCommand(argsOf(project), variables, tmpdir());
  return { exitCode, body: JSON.parse(out) };
}

const storedItems = async ({ id }: TestProject) => {
  const names = ['media', 'authors', 'entries', 'articles'];
  const counts = await Promise.all(names.map((name) => rows(name).countDocuments({ project_id: id })));
  return counts.reduce((sum, count) => sum + count, 0);
};

/**
 * What a load leaves: each item by its title with its references by theirs, and how often something was created or
 * published. A repeated load also changes items that refer to some that the killed process did not reach.
 */
async function resultOf({ id, secret }: TestProject): Promise<object> {
  const entries = await rows('entries').find({ project_id: id }).toArray();
  const titles = new Map(entries.map((entry) => [entry.id, entry.draft.title ?? entry.draft.from]));
  const articles = await rows('articles').find({ project_id: id }).toArray();
  for (const { _id, draft } of articles) titles.set(_id, draft.title);
  const named = (value: unknown) =>
    JSON.stringify(value).replaceAll(/\b[a-z]{3}_[0-9a-z]{26}\b/g, (each) =>
      String(titles.get(each) ?? each.slice(0, 4)),
    );
  const counted = async (collection: string, key: string) => {
    const groups = [{ $match: { project_id: id } }, { $group: { _id: `$${key}`, count: { $sum: 1 } } }];
    const counts = await rows(collection).aggregate(groups).toArray();
    const creations = counts.filter(({ _id }) => /created|published/.test(String(_id)));
    return Object.fromEntries(creations.map(({ _id, count }) => [_id, count]).toSorted());
  };
  const { media } = (await secret.get('/v1/media')).body as { media: unknown };
  return {
    entries: entries.map(({ draft, live }) => named([draft, live])).toSorted(),
    articles: articles.map(({ draft, live }) => named([draft, live])).toSorted(),
    media,
    events: await counted('events', 'name'),
    audit: await counted('audit', 'action'),
  };
}

it(`a load whose process is killed is repeated and ends like one run, at ${kills} moments`, async () => {
  const whole = await scene.service.newProject();
  expect((await load(whole)).body).toMatchObject({ total: { failed: 0 } });
  const expected = await resultOf(whole);
  const total = await storedItems(whole);
  let midway = 0;

  for (let kill = 0; kill < kills; kill += 1) {
    const project = await scene.service.newProject();
    const env = variables as Record<string, string>;
    const program = runSource('src/cli/main.ts', { env, args: argsOf(project) });
    const items = Math.floor((kill * total) / kills);
    const isReached = async () => program.process.exitCode !== null || (await storedItems(project)) >= items;
    await vi.waitUntil(isReached, { timeout: 120_000, interval: 10 });
    program.process.kill('SIGKILL');
    await program.ended();
    const storedCount = await storedItems(project);
    if (storedCount > 0 && storedCount < total) midway += 1;
    // What would end by itself: the lease within 30 seconds, the transaction within a minute.
    await rows('leases').updateMany({ _id: /^load/ }, { $set: { until: new Date(0) } });
    await clientOf(app.system).db('admin').command({ killAllSessions: [] });

    const { exitCode, body } = await load(project);

    expect(body.failed, String(kill)).toEqual([]);
    expect(exitCode).toBe(0);
    expect(await resultOf(project)).toEqual(expected);
    expect((await load(project)).body.total).toMatchObject({ created: 0, updated: 0, failed: 0 });
  }
  expect(midway).toBeGreaterThan(kills / 3);
  console.log(`${kills} kills, ${midway} of them between the first and the last item`);
}, 2_400_000);
