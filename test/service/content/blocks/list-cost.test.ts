import { beforeAll, describe, expect, it } from 'vitest';
import { type Command, commandsOf, commandsOfService } from '../../../support/commands.ts';
import { defineType, expectDone, pluck, publishEntry } from '../../../support/content.ts';
import { costOf } from '../../../support/cost.ts';
import { clientOf, databaseOf } from '../../../support/database.ts';
import { multiplyEntry } from '../../../support/many-entries.ts';
import { startOwnService, type TestProject } from '../../../support/service.ts';

/** It keeps neither answers nor what they point at: every list is one that nobody asked for before. */
const service = await startOwnService({ READ_CACHE_BYTES: '1024' });
const client = clientOf(service.app.system);
let project: TestProject;
let maker: string;
let author: string;

const text = { markdown: '## Wind\n\nA *kite* is mostly patience, and a **line** that hums.' };
const part = () => ({ block: 'part', values: { text, maker, author } });
const parts = (count: number) => Array.from({ length: count }, part);
const group = (...items: unknown[]) => ({ block: 'group', values: { items } });

beforeAll(async () => {
  project = await service.newProject();
  author = expectDone(await project.secret.post('/v1/authors', { name: 'Ada' })).id;
  await defineType(project, 'maker', { name: 'string' });
  maker = await publishEntry(project, 'maker', { name: 'Noor' });
  const targets = [
    { key: 'text', type: 'richtext' },
    { key: 'maker', type: 'reference', options: { content_type: 'maker' } },
    { key: 'author', type: 'link', options: { target: 'author' } },
  ];
  const put = (slug: string, fields: object[]) =>
    project.secret.put(`/v1/schema/blocks/${slug}`, { fields }).then(expectDone);
  await put('part', targets);
  await put('group', [{ key: 'items', type: 'blocks', options: { blocks: ['part'] } }]);
  await put('group', [{ key: 'items', type: 'blocks', options: { blocks: ['part', 'group'] } }]);
  const sections = { key: 'sections', type: 'blocks', options: { blocks: ['part', 'group'] } };
  for (const slug of ['page', 'small', 'many']) await defineType(project, slug, [sections]);
  await defineType(project, 'flat', targets);
  for (let i = 0; i < 20; i += 1) {
    await publishEntry(project, 'page', { sections: [...parts(30), group(...parts(9), group(...parts(9)))] });
    await publishEntry(project, 'small', { sections: parts(1) });
    await publishEntry(project, 'flat', { text, maker, author });
  }
  await Promise.all(['page', 'small', 'flat'].map((type) => list(type, 1))); // a warm process knows the types
}, 120_000);

const list = (type: string, limit: number, query = '') =>
  project.publishable.get(`/v1/content/${type}?limit=${limit}${query}`).then(expectDone);

/** What a list asks the database beside key and budget; a page that is read with its references counts as both. */
async function asked(type: string): Promise<Command[]> {
  const commands = await commandsOfService(service.app.system, async () => {
    expect((await list(type, 20)).data).toHaveLength(20);
  });
  const own = commands.filter((command) => !/api_keys|counters/.test(command));
  return own.flatMap((command) =>
    command === 'aggregate entries' ? ['find entries', 'find entries'] : [command],
  );
}

describe('a list of entries with blocks that nobody asked for before', () => {
  it('asks the database what a flat one asks, however many blocks there are and however deep', async () => {
    const [page, small, flat] = [await asked('page'), await asked('small'), await asked('flat')];

    expect(page).toEqual(['find entries', 'find entries', 'find authors']);
    expect(small).toEqual(page);
    expect(flat).toEqual(page);
  });

  it('resolves all that the blocks point at', async () => {
    const { data } = await list('page', 3);

    const deepest = data[0].values.sections[30].values.items[9].values.items[8];
    expect(deepest.values).toMatchObject({ maker: { values: { name: 'Noor' } }, author: { title: 'Ada' } });
  });

  it('lets others go on between its blocks, inside of referenced entries too', async () => {
    const shares: number[] = [];
    for (const limit of [19, 18, 17]) {
      const { heldMs, cpuMs } = await costOf(() => list('page', limit));
      shares.push(heldMs / Math.max(400, cpuMs));
    }

    // One turn has 8 ms; the texts of a turn are read by the driver at once, and so are rows. The collection of
    // garbage that earlier tests left counts too, so the least of three lists counts.
    expect(Math.min(...shares)).toBeLessThan(1 / 4);
  });
});

describe('a filter on a block', () => {
  it('examines the rows of one page among thousands', async () => {
    const rare = await publishEntry(project, 'many', { sections: [group()] });
    const usual = await publishEntry(project, 'many', { sections: [part()] });
    await multiplyEntry(service.app, usual, 3_000);
    const found = await list('many', 20, '&where[sections][contains]=part');
    const one = await list('many', 20, '&where[sections][contains]=group');
    const entries = databaseOf(service.app.system).collection('entries');
    const row = await entries.findOne({ id: usual });
    const own = { project_id: row?.['project_id'], release_id: row?.['release_id'], type: 'many' };
    const facet = { facets: { $elemMatch: { k: 'sections', v: 'part' } } };

    const explained = await entries
      .find({ ...own, ...facet })
      .sort({ created_at: -1, id: -1 })
      .limit(21)
      .explain('executionStats');

    expect(found.data).toHaveLength(20);
    expect(pluck(one.data, 'id')).toEqual([rare]);
    expect(explained['executionStats'].totalDocsExamined).toBe(21);
  });
});

describe('a write of blocks', () => {
  it('asks at most one question more than a flat one', async () => {
    const create = (type: string, values: object) =>
      commandsOf(client, async () => {
        expectDone(await project.secret.post(`/v1/content/${type}/entries`, { values, publish: true }));
      });
    const flatValues = { text, maker, author };
    const blockValues = { sections: [...parts(9), group(group(part()))] };
    await create('flat', flatValues);
    await create('page', blockValues);

    const flat = (await create('flat', flatValues)).filter((command) => !/counters/.test(command));
    const page = (await create('page', blockValues)).filter((command) => !/counters/.test(command));

    expect(page.length).toBeLessThanOrEqual(flat.length + 1);
    expect(page.filter((command) => command === 'find blocks').length).toBeLessThanOrEqual(1);
  });
});
