import { describe, expect, it } from 'vitest';
import { changeSettings } from '../../../../src/dashboard/api/settings.ts';
import { notePrunedTags } from '../../../../src/projects/project/pruned-events.ts';
import { tester } from '../../../support/actor.ts';
import { createEntry, defineType, expectDone } from '../../../support/content.ts';
import { startService } from '../../../support/service.ts';
import { bare, revisionOf, toldBy, toldSince } from '../../../support/delivery/holding.ts';

const service = await startService();

async function newShelves() {
  const project = await service.newProject();
  const made = async (path: string, body: object) =>
    String(expectDone(await project.secret.post(path, body)).id);
  const help = await made('/v1/kb/collections', { title: 'Help' });
  const more = await made('/v1/kb/collections', { title: 'More' });
  const section = await made('/v1/kb/sections', { title: 'Care', collection: help });
  const article = await made('/v1/kb/articles', { title: 'How', section, publish: true });
  const author = await made('/v1/authors', { name: 'Nell' });
  const category = await made('/v1/blog/categories', { name: 'News' });
  await defineType(project, 'page', { title: 'string' });
  const release = await made('/v1/releases', { name: 'Next' });
  return { project, help, more, section, article, author, category, release };
}
type Shelves = Awaited<ReturnType<typeof newShelves>>;

const changes: Record<
  string,
  { change: (of: Shelves) => Promise<unknown>; told: (of: Shelves) => string[] }
> = {
  'an author': {
    change: ({ project, author }) => project.secret.patch(`/v1/authors/${author}`, { name: 'Ada' }),
    told: ({ author }) => [author, 'authors'],
  },
  'a category': {
    change: ({ project, category }) =>
      project.secret.patch(`/v1/blog/categories/${category}`, { name: 'Old' }),
    told: ({ category }) => [category, 'categories'],
  },
  'the order of collections': {
    change: ({ project, more }) => project.secret.patch(`/v1/kb/collections/${more}`, { position: 1 }),
    told: ({ more }) => [more, 'shelves'],
  },
  'a section that moves': {
    change: ({ project, section, more }) =>
      project.secret.patch(`/v1/kb/sections/${section}`, { collection: more }),
    told: ({ section, help, more }) => [
      section,
      'shelves',
      'kb-counts',
      `kb-counts:${help}`,
      `kb-counts:${more}`,
    ],
  },
  'a review': {
    change: ({ project, article }) => project.secret.post(`/v1/kb/articles/${article}/review`, {}),
    told: ({ article }) => [article, 'kb'],
  },
  'content of another release': {
    change: ({ project, release }) =>
      project.secret.post(`/v1/content/page/entries?release=${release}`, {
        values: { title: 'Of a release' },
        publish: true,
      }),
    told: ({ release }) => [release],
  },
  'a definition of another release': {
    change: ({ project, release }) =>
      project.secret.put(`/v1/schema/content-types/page?release=${release}`, {
        fields: [{ key: 'name', type: 'string' }],
      }),
    told: ({ release }) => [release],
  },
  'a setting that reads show': {
    change: async ({ project }) =>
      changeSettings(await service.app.contextsOf(tester).project(project.id), { review_interval_days: 3 }),
    told: () => ['all'],
  },
};

describe('what no event tells of', () => {
  it.each(Object.entries(changes))('is told by tags: %s', async (_what, { change, told }) => {
    const shelves = await newShelves();
    const events = await shelves.project.events();

    expect(await toldBy(shelves.project, () => change(shelves))).toEqual(told(shelves).sort());
    expect(await shelves.project.events()).toEqual(events);
  });
});

describe('the feed with tags', () => {
  it('goes on where it stopped, and without them says what it always said', async () => {
    const { project, author } = await newShelves();
    const since = await revisionOf(project);
    await project.secret.patch(`/v1/authors/${author}`, { name: 'Ada' });
    await createEntry(project, 'page', { title: 'Draft' });

    const plain = expectDone(await project.secret.get(`/v1/changes?since=${since}`));
    const asked = expectDone(await project.secret.get(`/v1/changes?since=${since}&tags=true`));

    expect(plain).not.toHaveProperty('tags');
    expect(asked).toEqual({ ...plain, tags: asked.tags });
    expect((asked.tags as string[]).map(bare)).toEqual([author, 'authors'].sort());
    expect(await toldSince(project.secret, asked.next_since as string)).toEqual([]);
  });

  it('resets where tags of changes were not kept', async () => {
    const { project } = await newShelves();
    const since = await revisionOf(project);
    await project.secret.post('/v1/authors', { name: 'Bo' });
    await notePrunedTags(service.app.system.project(project.id), {
      revision: await revisionOf(project),
      hand: 0,
    });

    const asked = expectDone(await project.secret.get(`/v1/changes?since=${since}&tags=true`));
    const plain = expectDone(await project.secret.get(`/v1/changes?since=${since}`));

    expect(asked).toMatchObject({ reset: true });
    expect(asked).not.toHaveProperty('tags');
    expect(plain).not.toHaveProperty('reset');
  });
});
