import { describe, expect, it } from 'vitest';
import { clearRemoved } from '../../../support/content/removed-fields.ts';
import { limits } from '../../../../src/contract/limits.ts';
import { createEntry, dayMs, defineType, expectDone, inMs, refusal } from '../../../support/content.ts';
import { databaseOf } from '../../../support/database.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();
const tomorrow = () => inMs(dayMs);

/** A live page whose draft went back to "Old" after "held" was scheduled: only the scheduled change holds it. */
async function pendingPage(
  project: TestProject,
  held: Record<string, unknown>,
  was: Record<string, unknown>,
) {
  const { id } = await createEntry(project, 'page', was, { publish: true });
  const path = `/v1/content/page/${id}`;
  const publish_at = tomorrow();
  expectDone(await project.secret.patch(path, { values: held, publish_at }));
  const owner = await signedIn(service, project.id, 'owner');
  const draft = `/projects/${project.id}/content/page/entries/${id}`;
  expect((await owner.send('PATCH', draft, { values: was })).status).toBe(200);
  return { id: String(id), path, publish_at, owner, draft };
}

describe('what a scheduled change holds', () => {
  it('protects what it links to, and is named in referenced-by as not live', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', [
      { key: 'title', type: 'string' },
      { key: 'next', type: 'reference', options: { content_type: 'page' } },
    ]);
    const target = await createEntry(project, 'page', { title: 'Target' }, { publish: true });
    const { id } = await pendingPage(project, { next: target.id }, { title: 'A', next: null });

    const places = await project.secret.get(`/v1/content/page/${target.id}/referenced-by`);
    const deletion = await project.secret.delete(`/v1/content/page/${target.id}`);

    expect(places.body.data).toMatchObject([{ id, field: 'next', live: false }]);
    expect(refusal(deletion)).toEqual([409, 'entry_referenced', undefined]);
  });

  it('protects authors, categories and containers of articles', async () => {
    const project = await service.newProject();
    const { secret } = project;
    const author = expectDone(await secret.post('/v1/authors', { name: 'Ada' }));
    const category = expectDone(await secret.post('/v1/blog/categories', { name: 'News' }));
    const [first, second] = await Promise.all(
      ['One', 'Two'].map(async (title) => expectDone(await secret.post('/v1/kb/collections', { title }))),
    );
    expectDone(await secret.post('/v1/blog/articles', { title: 'A', publish: true }));
    expectDone(await secret.post('/v1/kb/articles', { title: 'K', collection: first.id, publish: true }));
    const publish_at = tomorrow();
    const held = { authors: [author.id], categories: [category.id], publish_at };
    expectDone(await secret.patch('/v1/blog/articles/a', held));
    expectDone(await secret.patch('/v1/kb/articles/k', { collection: second.id, publish_at }));
    const owner = await signedIn(service, project.id, 'owner');
    const base = `/projects/${project.id}`;
    expect(
      (await owner.send('PATCH', `${base}/blog/articles/a`, { authors: [], categories: [] })).status,
    ).toBe(200);
    expect((await owner.send('PATCH', `${base}/kb/articles/k`, { collection: first.id })).status).toBe(200);

    const deletions = await Promise.all([
      secret.delete(`/v1/authors/${author.id}`),
      secret.delete(`/v1/blog/categories/${category.id}`),
      secret.delete(`/v1/kb/collections/${second.id}`),
    ]);

    for (const deletion of deletions) expect(deletion.body.error).toMatchObject({ code: 'entry_referenced' });
    expect(deletions[0]?.body.error.referenced_by).toMatchObject([{ slug: 'a', field: 'authors' }]);
  });

  it('keeps its unique values and its choices, and loses the values of a removed field', async () => {
    const project = await service.newProject();
    const choices = (...values: string[]) => ({
      choices: values.map((value) => ({ value, label: value })),
    });
    const code = { key: 'code', type: 'string', options: { unique: true } };
    const size = (...values: string[]) => ({ key: 'size', type: 'select', options: choices(...values) });
    const note = { key: 'note', type: 'string' };
    await defineType(project, 'page', [code, size('s', 'm'), note]);
    const { draft, owner, path } = await pendingPage(
      project,
      { code: 'new', size: 'm', note: 'gone' },
      { code: 'old', size: 's', note: 'kept' },
    );

    const taken = await project.secret.post('/v1/content/page/entries', { values: { code: 'new' } });
    const used = await project.secret.put('/v1/schema/content-types/page', {
      fields: [code, size('s'), note],
    });

    expect(refusal(taken)).toEqual([409, 'field_value_taken', 'code']);
    expect(used.body.error).toMatchObject({ code: 'choice_in_use' });
    await defineType(project, 'page', [code, size('s', 'm')]);
    await clearRemoved(service, project.id);
    const row = await databaseOf(service.app.system)
      .collection('entries')
      .findOne({ project_id: project.id, 'pending.at': { $exists: true } });
    expect(row?.['pending'].values).toEqual({ code: 'new', size: 'm' });
    expect((await owner.send('GET', draft)).body).toMatchObject({ publish_at_outdated: true });
    expect((await project.publishable.get(path)).body.values).toEqual({ code: 'old', size: 's' });
  });

  it('fits beside the draft and the live version, each as large as an entry may be', async () => {
    const project = await service.newProject();
    const textBytes = 50_000;
    const keys = Array.from(
      { length: Math.floor(limits.entry_values_bytes_max / textBytes) - 1 },
      (_, i) => `t${i}`,
    );
    await defineType(project, 'page', Object.fromEntries(keys.map((key) => [key, 'text'])));
    const values = (letter: string) => Object.fromEntries(keys.map((key) => [key, letter.repeat(textBytes)]));
    const { path, publish_at } = await pendingPage(project, values('x'), values('y'));

    expect(expectDone(await project.secret.patch(path, { values: { t0: 'z' } })).publish_at).toBe(publish_at);
  });
});

describe('a scheduled change in the dashboard', () => {
  it('stands in Coming up, in lists and in the editor, which says when the draft went on', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', { title: 'string' });
    const { publish_at, owner, draft, id } = await pendingPage(project, { title: 'New' }, { title: 'Old' });
    const base = `/projects/${project.id}`;
    expectDone(await project.secret.post('/v1/blog/articles', { title: 'A', publish: true }));
    const article = { excerpt: 'New', publish_at };
    expectDone(await project.secret.patch('/v1/blog/articles/a', article));

    const home = await owner.send('GET', `${base}/home`);
    const list = await owner.send('GET', `${base}/content/page/entries`);
    const articles = await owner.send('GET', `${base}/blog/articles`);
    const editor = await owner.send('GET', draft);
    const articleEditor = await owner.send('GET', `${base}/blog/articles/a`);

    const coming = { status: 'published', scheduled_for: null, publish_at };
    expect(home.body.scheduled).toMatchObject([coming, coming]);
    expect(list.body.data).toMatchObject([{ id, publish_at }]);
    expect(articles.body.data).toMatchObject([{ slug: 'a', publish_at }]);
    expect(editor.body).toMatchObject({ publish_at, publish_at_outdated: true });
    expect(articleEditor.body).toMatchObject({ publish_at });
    expect(articleEditor.body).not.toHaveProperty('publish_at_outdated');
  });
});
