import { beforeAll, describe, expect, it } from 'vitest';
import {
  createEntry,
  defineType,
  expectDone,
  inMs,
  pluck,
  publishEntry,
  refusal,
} from '../../../support/content.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();
let project: TestProject;
let author: { id: string; slug: string };

beforeAll(async () => {
  project = await service.newProject();
  await defineType(project, 'page', [
    { key: 'title', type: 'string' },
    { key: 'parent', type: 'reference', options: { content_type: 'page' } },
    { key: 'others', type: 'reference_list', options: { content_type: 'page' } },
    { key: 'by', type: 'link', options: { target: 'author' } },
    { key: 'team', type: 'link_list', options: { target: 'author' } },
    { key: 'body', type: 'richtext' },
  ]);
  await defineType(project, 'note', { title: 'string' });
  author = expectDone(await project.secret.post('/v1/authors', { name: 'Nell' }));
});

const at = (id: string) => `/v1/content/page/${id}`;
const values = async (id: string) => (await project.publishable.get(at(id))).body.values;

describe('the read form of a reference', () => {
  it('is the entry, one level deep: references inside stay ids, everything else is resolved', async () => {
    const top = await publishEntry(project, 'page', { title: 'Top' });
    const middle = await publishEntry(project, 'page', {
      title: 'Middle',
      parent: top,
      others: [top],
      by: author.id,
      body: { markdown: '# Hello' },
    });
    const id = await publishEntry(project, 'page', { title: 'Leaf', parent: middle, others: [middle, top] });

    const read = await values(id);

    const served = (await project.publishable.get(at(middle))).body;
    expect(read.parent).toEqual({
      id: middle,
      type: 'page',
      values: { ...served.values, parent: top, others: [top] },
      published_at: served.published_at,
      updated_at: served.updated_at,
    });
    expect(read.parent.values.by.id).toBe(author.id);
    expect(read.parent.values.body.plain).toBe('Hello');
    expect(pluck(read.others, 'id')).toEqual([middle, top]);
  });

  it('is null while the target is not published, in lists in its place', async () => {
    const live = await publishEntry(project, 'page', { title: 'Live' });
    const draft = (await createEntry(project, 'page', { title: 'Draft' })).id;
    const coming = (await createEntry(project, 'page', {}, { publish: true, published_at: inMs(60_000) })).id;
    const id = await publishEntry(project, 'page', { parent: draft, others: [draft, live, coming, live] });

    const hidden = await values(id);
    expect(hidden.parent).toBeNull();
    expect(pluck(hidden.others, 'id')).toEqual([null, live, null, live]);

    await project.secret.patch(at(draft), { publish: true });
    const shown = await values(id);
    expect([shown.parent.id, shown.others[0].id]).toEqual([draft, draft]);
  });

  it('shows a change of the target at once', async () => {
    const target = await publishEntry(project, 'page', { title: 'Before' });
    const id = await publishEntry(project, 'page', { parent: target });

    await project.secret.patch(at(target), { values: { title: 'After' } });

    expect((await values(id)).parent.values.title).toBe('After');
  });

  it('to itself is read as any other', async () => {
    const id = await publishEntry(project, 'page', { title: 'Me' });
    await project.secret.patch(at(id), { values: { parent: id } });

    expect((await values(id)).parent).toMatchObject({ id, values: { title: 'Me', parent: id } });
  });

  it('is the same in lists, in entries and in the answer of a write', async () => {
    const target = await publishEntry(project, 'note', { title: 'N' });
    await defineType(project, 'holder', [
      { key: 'note', type: 'reference', options: { content_type: 'note' } },
    ]);
    const written = await createEntry(project, 'holder', { note: target }, { publish: true });

    const list = (await project.publishable.get('/v1/content/holder')).body.data[0].values;
    const read = (await project.publishable.get(`/v1/content/holder/${written.id}`)).body.values;

    expect([list, written.values]).toEqual([read, read]);
  });
});

describe('the read form of a link', () => {
  it('is {id, type, title, slug, url}, and follows a rename', async () => {
    const id = await publishEntry(project, 'page', { by: author.id, team: [author.id] });
    const link = { id: author.id, type: 'author', title: 'Nell', slug: 'nell', url: '/v1/authors/nell' };
    expect(await values(id)).toMatchObject({ by: link, team: [link] });

    expectDone(await project.secret.patch(`/v1/authors/${author.slug}`, { name: 'Nell Abarrow' }));

    expect((await values(id)).by.title).toBe('Nell Abarrow');
  });

  it('is null when the target is deleted, in lists in its place', async () => {
    const gone = expectDone(await project.secret.post('/v1/authors', { name: 'Gone' }));
    const id = await publishEntry(project, 'page', { by: gone.id, team: [gone.id, author.id] });

    expectDone(await project.secret.delete(`/v1/authors/${gone.slug}`));

    const read = await values(id);
    expect([read.by, read.team[0], read.team[1].id]).toEqual([null, null, author.id]);
  });
});

describe('a written id', () => {
  it.each<[string, () => string | Promise<string>, string, string]>([
    ['parent', () => `ent_${'0'.repeat(26)}`, 'entry of page', 'nothing'],
    ['parent', () => 'page-1', 'entry', 'nothing'],
    ['parent', () => publishEntry(project, 'note', { title: 'N' }), 'entry of page', 'entry of note'],
    ['parent', () => author.id, 'entry', 'author'],
    ['others', () => author.id, 'entry', 'author'],
    ['by', () => `aut_${'0'.repeat(26)}`, 'author', 'nothing'],
    ['by', () => publishEntry(project, 'note', { title: 'N' }), 'author', 'entry'],
    ['team', () => '', 'author', 'nothing'],
  ])('in %s that does not fit is unknown_link with what it is: %#', async (...row) => {
    const [field, made, expected, got] = row;
    const id = await made();
    const value = ['others', 'team'].includes(field) ? [id] : id;

    const answer = await project.secret.post('/v1/content/page/entries', { values: { [field]: value } });

    expect(refusal(answer)).toEqual([400, 'unknown_link', field]);
    expect(answer.body.error).toMatchObject({ expected, got });
  });

  it('of another project does not exist', async () => {
    const other = await service.newProject();
    await defineType(other, 'page', { title: 'string' });
    const foreign = await publishEntry(other, 'page', { title: 'F' });

    const answer = await project.secret.post('/v1/content/page/entries', { values: { parent: foreign } });

    expect(answer.body.error).toMatchObject({ code: 'unknown_link', got: 'nothing' });
  });

  it('in rich text is checked too, by its path', async () => {
    const body = {
      version: 2,
      content: [{ type: 'image', attrs: { media_id: `med_${'0'.repeat(26)}`, alt: '' } }],
    };

    const answer = await project.secret.post('/v1/content/page/entries', { values: { body } });

    expect(refusal(answer)).toEqual([400, 'unknown_link', 'body.content[0].attrs.media_id']);
  });

  it('of something unpublished succeeds with the warning reference_unpublished', async () => {
    const draft = (await createEntry(project, 'page', { title: 'Draft' })).id;

    const written = await createEntry(project, 'page', { parent: draft, others: [draft] });

    expect(written.meta.warnings).toEqual([
      { code: 'reference_unpublished', message: expect.any(String), param: 'parent', id: draft },
      { code: 'reference_unpublished', message: expect.any(String), param: 'others', id: draft },
    ]);
    const self = await project.secret.patch(at(draft), { values: { parent: draft }, publish: true });
    expect(self.body.meta).toBeUndefined();
  });
});
