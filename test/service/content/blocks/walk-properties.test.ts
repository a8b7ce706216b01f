import { beforeEach, describe, expect, it } from 'vitest';
import type { EntryRecord } from '../../../../src/content/entries/store/schema.ts';
import { createEntry, defineType, expectDone, pluck, publishEntry } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { usesNow } from '../../../support/image-uses.ts';
import { newAsset, startMediaService } from '../../../support/media.ts';
import type { TestProject } from '../../../support/service.ts';
import { Chance, seeds } from '../../../support/blocks/chance.ts';

const { service } = await startMediaService();
const levelsMax = 3;

/** Fields of each kind that can hold ids, the same in types and in blocks. */
const fields = [
  { key: 'cover', type: 'image' },
  { key: 'photos', type: 'gallery' },
  { key: 'maker', type: 'reference', options: { content_type: 'maker' } },
  { key: 'makers', type: 'reference_list', options: { content_type: 'maker' } },
  { key: 'author', type: 'link', options: { target: 'author' } },
  { key: 'authors', type: 'link_list', options: { target: 'author' } },
  { key: 'text', type: 'richtext' },
];
const lists = { key: 'items', type: 'blocks', options: { blocks: ['part'] } };

/** One id where it was put: the entry's own field, and the block with its key where it is inside one. */
interface Put {
  id: string;
  field: string;
  block?: { id: string; key: string };
}

interface Targets {
  makers: string[];
  authors: string[];
  pictures: string[];
}

let project: TestProject;
let targets: Targets;

async function many(count: number, make: (n: number) => Promise<string>): Promise<string[]> {
  const made: string[] = [];
  for (let n = 0; n < count; n += 1) made.push(await make(n));
  return made;
}

beforeEach(async () => {
  project = await service.newProject();
  await defineType(project, 'maker', { name: 'string' });
  const put = (own: object[]) =>
    project.secret.put('/v1/schema/blocks/part', { fields: own }).then(expectDone);
  await put(fields);
  await put([...fields, lists]);
  const sections = { ...lists, key: 'sections' };
  await defineType(project, 'page', [{ key: 'title', type: 'string' }, ...fields, sections]);
  targets = {
    makers: await many(4, (n) => publishEntry(project, 'maker', { name: `Maker ${n}` })),
    authors: await many(2, async (n) => {
      return expectDone(await project.secret.post('/v1/authors', { name: `Author ${n}` })).id as string;
    }),
    pictures: await many(4, () => newAsset(project.secret)),
  };
});

/** Values with ids at chance, each told to `put`; blocks inside blocks down to the last level. */
function randomValues(chance: Chance, level: number): Record<string, unknown> {
  const { makers, authors, pictures } = targets;
  const [picture, maker, author] = [chance.one(pictures), chance.one(makers), chance.one(authors)];
  const text = {
    version: 2,
    content: [
      { type: 'image', attrs: { media_id: picture } },
      {
        type: 'paragraph',
        content: [
          {
            type: 'text',
            text: 'there',
            marks: [{ type: 'link', attrs: { ref: { type: 'entry', id: maker } } }],
          },
        ],
      },
    ],
  };
  const all = {
    cover: picture,
    photos: chance.some(pictures, 2),
    maker,
    makers: chance.some(makers, 2),
    author,
    authors: chance.some(authors),
    text,
  };
  const kept = Object.entries(all).filter(() => chance.is(level === 0 ? 15 : 30));
  const count = level < levelsMax ? chance.below(3) : 0;
  const items = Array.from({ length: count }, () => ({
    block: 'part',
    values: randomValues(chance, level + 1),
  }));
  return {
    ...Object.fromEntries(kept),
    ...(items.length === 0 ? {} : { [level === 0 ? 'sections' : 'items']: items }),
  };
}

/** Every id in stored values, found by its form alone and not by fields. */
function idsPut(values: object, place: Omit<Put, 'id'> | null = null): Put[] {
  return Object.entries(values).flatMap(([key, value]): Put[] => {
    const here =
      place?.block === undefined
        ? { field: place?.field ?? key }
        : { ...place, block: { ...place.block, key } };
    return key === 'sections' || key === 'items'
      ? idsInBlocks(value as object[], here.field)
      : idsWithin(value, here);
  });
}

function idsInBlocks(list: object[], field: string): Put[] {
  return list.flatMap((block) => {
    const { id, values } = block as { id: string; values: object };
    return idsPut(values, { field, block: { id, key: '' } });
  });
}

function idsWithin(value: unknown, place: Omit<Put, 'id'>): Put[] {
  const found = JSON.stringify(value).match(/(?:ent|aut|med)_[0-9a-z]{26}/g) ?? [];
  return found.map((id) => ({ ...place, id }));
}

interface Stored {
  id: string;
  draft: object;
  live: object | null;
}

const own = (of: 'draft' | 'live', pages: readonly Stored[], target: string) =>
  pages.flatMap((page) =>
    idsPut(page[of] ?? {}).flatMap((put) => (put.id === target ? [{ ...put, page: page.id }] : [])),
  );

/** Pages of chance: some live, some drafts, and some live ones with a draft of other blocks. */
async function randomPages(chance: Chance) {
  const owner = await signedIn(service, project.id, 'owner', `${chance.below(1e9)}@example.test`);
  const pages: Stored[] = [];
  const targetsShown: unknown[][] = [];
  for (let n = 0; n < 4; n += 1) {
    const { id } = await createEntry(
      project,
      'page',
      { title: `P${n}`, ...randomValues(chance, 0) },
      { publish: n !== 0 },
    );
    const path = `/projects/${project.id}/content/page/entries/${id}`;
    if (n > 1) {
      const answer = await owner.send('PATCH', path, { values: randomValues(chance, 0) });
      expect(answer.status).toBe(200);
    }
    const { body } = await owner.send('GET', path);
    pages.push({ id, draft: body.draft, live: body.live });
    targetsShown.push(Object.keys(body.targets).sort());
  }
  return { owner, pages, targetsShown };
}

const sorted = (list: readonly unknown[]) => [...list].map((one) => JSON.stringify(one)).sort();
const once = (list: readonly string[]) => [...new Set(list)].sort();

describe.each(seeds(11, 12))('ids that stand at depths of chance (seed %i)', (seed) => {
  it('are the refs, the places, the targets of the editor, used_by and what deletion refuses', async () => {
    const { owner, pages, targetsShown } = await randomPages(new Chance(seed));
    const entries = databaseOf(service.app.system).collection<EntryRecord>('entries');

    for (const [i, page] of pages.entries()) {
      const [inDraft, inLive] = [idsPut(page.draft), idsPut(page.live ?? {})].map((list) =>
        list.map(({ id }) => id),
      );
      const row = await entries.findOne({ id: page.id });
      expect(row?.refs.toSorted()).toEqual(once([...(inDraft ?? []), ...(inLive ?? [])]));
      expect(row?.live_refs.filter((id: string) => !id.startsWith('file:')).toSorted()).toEqual(
        once(inLive ?? []),
      );
      expect(targetsShown[i]).toEqual(once([...(inDraft ?? []), ...(inLive ?? [])]));
    }
    for (const maker of targets.makers) await expectPlaces(maker, pages);
    for (const picture of targets.pictures) await expectUses(picture, pages, owner);

    for (const { id } of pages) expectDone(await project.secret.delete(`/v1/content/page/${id}`));
    for (const maker of targets.makers)
      expect((await project.secret.get(`/v1/content/maker/${maker}/referenced-by`)).body.data).toEqual([]);
  });
});

/** `referenced-by`, and the refusal to delete, name each field and each block that holds the id. */
async function expectPlaces(maker: string, pages: readonly Stored[]): Promise<void> {
  const path = `/v1/content/maker/${maker}`;
  const { data } = expectDone(await project.secret.get(`${path}/referenced-by?limit=100`));
  const inAny = [...own('draft', pages, maker), ...own('live', pages, maker)];
  const fieldsOf = (list: typeof inAny) => once(list.map(({ page, field }) => `${page} ${field}`));
  const told = data as {
    id: string;
    field: string;
    live: boolean;
    blocks?: { id: string; field: string }[];
  }[];

  expect(told.map(({ id, field }) => `${id} ${field}`).sort()).toEqual(fieldsOf(inAny));
  expect(
    told
      .filter(({ live }) => live)
      .map(({ id, field }) => `${id} ${field}`)
      .sort(),
  ).toEqual(fieldsOf(own('live', pages, maker)));
  const blocks = told.flatMap(({ blocks: list = [] }) => list.map(({ id, field }) => `${id} ${field}`));
  expect(blocks.sort()).toEqual(
    once(inAny.flatMap(({ block }) => (block === undefined ? [] : `${block.id} ${block.key}`))),
  );
  const removal = await project.secret.delete(`${path}?dry_run=true`);
  expect(removal.status).toBe(inAny.length === 0 ? 204 : 409);
  if (inAny.length > 0) expect(sorted(removal.body.error.referenced_by)).toEqual(sorted(told));
}

/** `used_by` names the live pages that show a picture; the dashboard deletes none that stands in a draft either. */
async function expectUses(
  picture: string,
  pages: readonly Stored[],
  owner: Awaited<ReturnType<typeof signedIn>>,
) {
  const { used_by, used_by_total } = await usesNow(project, picture);
  const shown = once(own('live', pages, picture).map(({ page }) => page));
  const inAny = [...own('draft', pages, picture), ...own('live', pages, picture)];

  expect(pluck(used_by, 'id').toSorted()).toEqual(shown);
  expect(used_by_total).toBe(shown.length);
  const places = await owner.send('GET', `/projects/${project.id}/media/${picture}/places`);
  expect(once((places.body.data as { id: string }[]).map(({ id }) => id))).toEqual(
    once(inAny.map(({ page }) => page)),
  );
  if (inAny.length === 0) return;
  const { body } = await owner.send('POST', `/projects/${project.id}/media/bulk-delete`, { ids: [picture] });
  expect(JSON.stringify(body)).toContain('media_in_use');
}
