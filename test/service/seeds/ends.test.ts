import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { loadSeeds } from '../../../src/seeds/service.ts';
import { tester } from '../../support/actor.ts';
import { cleanup } from '../../support/cleanup.ts';
import { dayMs } from '../../support/content.ts';
import { startOwnService } from '../../support/service.ts';
import { setClock } from '../../support/publishing/clock.ts';
import { runJob } from '../../support/publishing/due-work.ts';

const service = await startOwnService();
const now = Date.parse('2027-03-05T17:00:00.000Z');
const type = { name: 'Offer', kind: 'collection', fields: [{ key: 'title', type: 'string' }] };

/** A folder of seeds; gone with the test. */
async function seedsWith(files: Record<string, string>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'galley-seeds-'));
  cleanup(() => rm(root, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  }
  return root;
}

async function load(files: Record<string, string>) {
  setClock(service, now);
  const project = await service.newProject();
  const calls = service.app.contextsOf(tester);
  const doors = { project: () => calls.project(project.id), release: () => calls.release(project.id) };
  await loadSeeds(doors, 'all', { progress: () => undefined, root: await seedsWith(files) });
  const status = async (path: string) => (await project.publishable.get(path)).status;
  return { project, status };
}

const article = (...settings: string[]) => ['---', 'title: Title', ...settings, '---', 'Words.'].join('\n');
const inDays = (days: number) => new Date(now + days * dayMs).toISOString();

it('seeds end at their dates, written out or as distances, beside their starts', async () => {
  const { project, status } = await load({
    'custom/types/offer.json': JSON.stringify(type),
    'custom/entries/offer/week.json': JSON.stringify({ values: { title: 'Week' }, unpublish_at: '+7d' }),
    'blog/articles/stay.md': article('published_at: +2d', 'unpublish_at: +5d'),
    'blog/articles/day.md': article(`unpublish_at: ${inDays(1)}`),
    'kb/collections/help.json': '{ "title": "Help" }',
    'kb/articles/old.md': article(
      'collection: seed:kb_collection/help',
      'last_reviewed: -400d',
      'unpublish_at: +300d',
    ),
  });
  const seen = async () => ({
    offers: (await project.publishable.get('/v1/content/offer')).body.data.length,
    stay: await status('/v1/blog/articles/stay'),
    day: await status('/v1/blog/articles/day'),
    old: await status('/v1/kb/articles/old'),
  });

  expect(await seen()).toEqual({ offers: 1, stay: 404, day: 200, old: 200 });
  expect((await project.publishable.get('/v1/changes')).body.next_scheduled_change).toBe(inDays(1));
  expect((await project.publishable.get('/v1/kb/articles/old')).body.freshness).toBe('stale');
  setClock(service, now + 2 * dayMs);
  expect(await seen()).toEqual({ offers: 1, stay: 200, day: 404, old: 200 });
  setClock(service, now + 7 * dayMs - 1);
  expect(await seen()).toEqual({ offers: 1, stay: 404, day: 404, old: 200 });
  setClock(service, now + 7 * dayMs);
  expect(await seen()).toEqual({ offers: 0, stay: 404, day: 404, old: 200 });
  setClock(service, now + 300 * dayMs);
  expect(await seen()).toEqual({ offers: 0, stay: 404, day: 404, old: 404 });
  await runJob(service);
  const told = (await project.events()).filter((name) => name.endsWith('.unpublished'));
  expect(told.sort()).toEqual([
    'blog.article.unpublished',
    'blog.article.unpublished',
    'content.entry.unpublished',
    'kb.article.unpublished',
  ]);
});

it.each([
  ['that has passed', article('unpublish_at: -1h')],
  ['before its start', article('published_at: +3d', 'unpublish_at: +2d')],
  ['more than a year ahead', article('unpublish_at: +400d')],
])('an end %s is refused with its place in the file', async (_what, text) => {
  await expect(load({ 'blog/articles/a.md': text })).rejects.toThrow(/a\.md:\d unpublish_at: /);
});
