import { beforeAll, describe, expect, it } from 'vitest';
import { createEntry, defineType, publishEntry, refusal } from '../../../support/content.ts';
import { startService, type TestProject } from '../../../support/service.ts';
import { list, newPages, pageOf } from '../../../support/content/pages.ts';

const service = await startService();
let project: TestProject;
/** Newest first, as lists answer. */
let ids: string[];
beforeAll(async () => {
  ({ project, ids } = await newPages(service));
});

const page = (query: string) => pageOf(project, query);

describe('ids', () => {
  it('returns exactly those, in the order of the list, all at once', async () => {
    const asked = [ids[4], ids[22], ids[0]].join(',');

    const { ids: seen, meta } = await page(`?ids=${asked}`);

    expect(seen).toEqual([ids[0], ids[4], ids[22]]);
    expect(meta).toMatchObject({ limit: 3, has_more: false, next_cursor: null, next_offset: null });
  });

  it('keeps filters, sort and count', async () => {
    const asked = ids.slice(0, 6).join(',');

    const { ids: seen, meta } = await page(`?ids=${asked}&where[title]=even&sort=n&count=true`);

    expect(seen).toEqual([ids[4], ids[2], ids[0]]);
    expect(meta.total).toBe(3);
  });

  it('leaves out what is unknown, malformed or not published', async () => {
    const draft = (await createEntry(project, 'page', { title: 'draft' })).id;

    expect((await page(`?ids=${draft},nonsense,ent_${'0'.repeat(26)},${ids[3]}`)).ids).toEqual([ids[3]]);
    expect((await page('?ids=')).ids).toEqual([]);
  });

  it('takes 50 and refuses 51, or many more: too_many_ids', async () => {
    const some = (n: number) =>
      Array.from({ length: n }, (_, i) => `ent_${String(i).padStart(26, '0')}`).join(',');

    expect((await project.publishable.get(`${list}?ids=${some(50)}`)).status).toBe(200);
    for (const n of [51, 400])
      expect(refusal(await project.publishable.get(`${list}?ids=${some(n)}`))).toEqual([
        400,
        'too_many_ids',
        'ids',
      ]);
  });

  it.each(['limit=5', 'cursor=abc', 'offset=0'])('cannot stand beside %s', async (beside) => {
    const answer = await project.publishable.get(`${list}?ids=${ids[0]}&${beside}`);

    expect(refusal(answer)).toEqual([400, 'invalid_parameter', beside.split('=')[0]]);
  });
});

describe('count', () => {
  it('adds the number of all that match, on every page', async () => {
    expect((await page('?count=true&limit=3')).meta).toMatchObject({ total: 25, total_is_capped: false });
    expect((await page('?count=true&offset=20')).meta.total).toBe(25);
    expect((await page('?count=true&where[title]=odd')).meta.total).toBe(12);
    const { meta } = await page('?limit=5');
    expect((await page(`?count=true&cursor=${meta.next_cursor}`)).meta.total).toBe(25);
    expect((await page('?count=false')).meta).not.toHaveProperty('total');
  });

  it('refuses what is neither true nor false', async () => {
    const answer = await project.publishable.get(`${list}?count=1`);
    expect(refusal(answer)).toEqual([400, 'invalid_parameter', 'count']);
  });
});

describe('media_urls', () => {
  it('permanent is fine where files are public, and permanent_media_urls_unavailable where they are private', async () => {
    const hidden = await service.newProject({ privateMedia: true });
    await defineType(hidden, 'page', { title: 'string' });
    await defineType(hidden, 'home', { title: 'string' }, { kind: 'singleton' });
    const id = await publishEntry(hidden, 'page', {});

    expect((await project.publishable.get(`${list}?media_urls=permanent`)).status).toBe(200);
    for (const path of [list, `${list}/${id}`, '/v1/content/home'])
      expect(refusal(await hidden.publishable.get(`${path}?media_urls=permanent`))).toEqual([
        400,
        'permanent_media_urls_unavailable',
        'media_urls',
      ]);
    expect(refusal(await project.publishable.get(`${list}?media_urls=x`))).toEqual([
      400,
      'invalid_parameter',
      'media_urls',
    ]);
  });
});
