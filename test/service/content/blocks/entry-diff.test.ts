import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../../src/contract/ids.ts';
import { expectDone, pluck, publishEntry, refusal } from '../../../support/content.ts';
import { startService, type TestProject } from '../../../support/service.ts';
import { defineLandingPage, group, hero } from '../../../support/blocks/landing-page.ts';

const service = await startService();
let project: TestProject;
let page: string;
let release: string;

beforeEach(async () => {
  project = await service.newProject();
  await defineLandingPage(project);
  page = await publishEntry(project, 'page', {
    title: 'P',
    sections: [hero('A'), group(hero('B')), hero('C')],
  });
  release = expectDone(await project.secret.post('/v1/releases', { name: 'Spring' })).id;
});

const diff = (id = page, key = project.secret) => key.get(`/v1/releases/${release}/diff/${id}`);
const change = (values: object, query = `?release=${release}`, more = {}) =>
  project.secret.patch(`/v1/content/page/${page}${query}`, { values, ...more }).then(expectDone);

async function sections(): Promise<{ id: string; values: { items: { id: string }[] } }[]> {
  return (await project.publishable.get(`/v1/content/page/${page}`)).body.values.sections;
}

describe('GET /v1/releases/{releaseId}/diff/{entryId}', () => {
  it('says nothing of an entry that is the same', async () => {
    const { status, body } = await diff();

    expect([status, body]).toEqual([
      200,
      { id: page, type: 'page', title: 'P', conflict: false, live: [], draft: [] },
    ]);
  });

  it('tells of added, removed, moved and changed blocks at every depth, live and draft', async () => {
    const [first, second, third] = await sections();
    const inner = second?.values.items[0]?.id;
    await change({
      title: 'Q',
      sections: [
        third?.id,
        hero('D'),
        { id: second?.id, values: { items: [{ id: inner, values: { title: 'E' } }] } },
      ],
    });

    const { body } = await diff();

    const blocks = [
      { id: third?.id, block: 'hero', change: 'moved', path: 'sections[0]', fields: [] },
      { id: expect.any(String), block: 'hero', change: 'added', path: 'sections[1]', fields: [] },
      { id: inner, block: 'hero', change: 'changed', path: 'sections[2].values.items[0]', fields: ['title'] },
    ];
    const removed = { id: first?.id, block: 'hero', change: 'removed', path: 'sections[0]', fields: [] };
    expect(body.live).toEqual([
      { field: 'title', change: 'changed' },
      { field: 'sections', change: 'changed', blocks: [removed, ...blocks] },
    ]);
    expect(body.draft).toEqual(body.live);
  });

  it('tells of a draft apart from what is live, and of a change in both releases as a conflict', async () => {
    expectDone(await project.secret.patch(`/v1/content/page/${page}?release=${release}`, { publish: false }));
    await change({ title: 'Only here' });
    await change({ title: 'There too' }, '');

    const { body } = await diff();

    expect(body.conflict).toBe(true);
    expect(body.draft).toEqual([{ field: 'title', change: 'changed' }]);
    expect(body.live).toMatchObject([
      { field: 'title', change: 'removed' },
      {
        field: 'sections',
        change: 'removed',
        blocks: Array.from({ length: 4 }, () => ({ change: 'removed' })),
      },
    ]);
  });

  it('takes an entry that one release lacks for empty there', async () => {
    const added = await project.secret.post(`/v1/content/page/entries?release=${release}`, {
      values: { title: 'New', sections: [hero('A')] },
    });
    expectDone(await project.secret.delete(`/v1/content/page/${page}?release=${release}`));

    const [here, gone] = [await diff(expectDone(added).id), await diff()];

    expect(here.body).toMatchObject({
      title: 'New',
      live: [],
      draft: [{ field: 'title', change: 'added' }, {}],
    });
    expect(pluck(gone.body.live, 'change')).toEqual(['removed', 'removed']);
  });

  it('refuses an entry and a release that are nowhere, other keys and other projects', async () => {
    const other = await service.newProject();
    const nowhere = newId('release', new Date());

    expect(refusal(await diff(newId('entry', new Date())))).toEqual([404, 'unknown_entry', 'entryId']);
    expect(refusal(await diff('x'))).toEqual([404, 'unknown_entry', 'entryId']);
    expect(refusal(await project.secret.get(`/v1/releases/${nowhere}/diff/${page}`))).toEqual([
      404,
      'unknown_release',
      'releaseId',
    ]);
    expect((await diff(page, project.publishable)).status).toBe(403);
    expect(refusal(await diff(page, other.secret))[1]).toBe('unknown_release');
  });
});
