import { beforeEach, describe, expect, it } from 'vitest';
import { textFinding } from '../../../../src/cli/support/checks/text-check.ts';
import { normalizeTexts } from '../../../../src/server/start/normalize-texts.ts';
import {
  createEntry,
  defineType,
  expectDone,
  inMs,
  dayMs,
  publishEntry,
  refusal,
} from '../../../support/content.ts';
import { type DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { startMediaService } from '../../../support/media.ts';
import type { TestProject } from '../../../support/service.ts';

const { service } = await startMediaService({});
const { system } = service.app;
const database = databaseOf(system);
const typed = 'Ångström'.normalize('NFC');
const pasted = typed.normalize('NFD');
let project: TestProject;
let owner: DashboardClient;

beforeEach(async () => {
  project = await service.newProject();
  owner = await signedIn(service, project.id, 'owner');
  await forgetMark(); // as a project of an older version
});

const send = (method: string, path: string, body?: unknown) =>
  owner.send(method, `/projects/${project.id}${path}`, body);
const normalize = () => normalizeTexts(system, new Date());
/** As an interrupted run leaves a project. */
const forgetMark = () =>
  database
    .collection<{ _id: string }>('projects')
    .updateOne({ _id: project.id }, { $unset: { normalized: 1 } });
const defineParts = () =>
  defineType(project, 'part', [
    { key: 'title', type: 'string' },
    { key: 'code', type: 'string', options: { unique: true } },
  ]);

const contentNames = [
  'content_types',
  'blocks',
  'entries',
  'articles',
  'authors',
  'blog_categories',
  'media',
];

/** All rows of the project's content, without what writes of the service itself move. */
async function contentRows(): Promise<Record<string, object[]>> {
  const names = (await database.listCollections().toArray()).map(({ name }) => name);
  const kept = names.filter(
    (name) => contentNames.includes(name) || name.startsWith('kb_') || name === 'events',
  );
  const rows = kept.map(async (name) => {
    const rows = database.collection(name).find({ project_id: project.id }).sort({ _id: 1 });
    return [name, await rows.toArray()] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}

/** Rewrites texts in stored rows, as they were before texts were normalized. */
async function plant(names: readonly string[], from: string, to: string, filter: object = {}): Promise<void> {
  const changed = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replaceAll(from, to);
    if (Array.isArray(value)) return value.map(changed);
    if (Object.prototype.toString.call(value) !== '[object Object]') return value;
    if ('_bsontype' in (value as object)) return value;
    return Object.fromEntries(Object.entries(value as object).map(([key, one]) => [key, changed(one)]));
  };
  for (const name of names) {
    const rows = database.collection(name);
    for (const row of await rows.find({ project_id: project.id, ...filter }).toArray())
      await rows.replaceOne({ _id: row._id, project_id: project.id }, changed(row) as object);
  }
}

describe('texts from before they were normalized', () => {
  it('come to NFC in every kind of row, and nothing else changes', async () => {
    const { secret } = project;
    const choices = { choices: [typed, 'Other'], default: typed, help: typed };
    const tone = { key: 'tone', label: typed, type: 'select', options: choices };
    const text = { key: 'text', type: 'text' };
    const blocks = { key: 'list', type: 'blocks', options: { blocks: ['note'] } };
    expectDone(await secret.put('/v1/schema/blocks/note', { name: typed, fields: [tone, text] }));
    await defineType(project, 'part', [
      ...['title', 'code'].map((key) => ({ key, type: 'string', options: { unique: key === 'code' } })),
      tone,
      blocks,
      { key: 'body', type: 'richtext' },
    ]);
    const note = { block: 'note', values: { tone: typed, text: typed } };
    const values = { title: typed, code: typed, tone: typed, list: [note], body: { markdown: 'x' } };
    const id = await publishEntry(project, 'part', values);
    const change = { values: { title: `${typed} 2` }, publish_at: inMs(dayMs) };
    expectDone(await secret.patch(`/v1/content/part/${id}`, change));
    const seo = { title: typed, description: typed };
    const sent = { title: typed, excerpt: typed, tags: [typed], seo };
    const { id: article } = expectDone(await secret.post('/v1/blog/articles', { ...sent, publish: true }));
    const later = { title: `${typed} 2`, publish_at: inMs(dayMs) };
    expectDone(await secret.patch(`/v1/blog/articles/${article}`, later));
    const links = [{ label: typed, url: 'https://example.org/' }];
    expectDone(await secret.post('/v1/authors', { name: typed, bio: typed, links }));
    expectDone(await secret.post('/v1/blog/categories', { name: typed, description: typed, seo }));
    const { id: collection } = expectDone(await secret.post('/v1/kb/collections', { title: typed, seo }));
    expectDone(await secret.post('/v1/kb/sections', { title: typed, description: typed, collection }));
    const file = { file_name: 'a.png', content_type: 'image/png', size_bytes: 10, alt: typed };
    expectDone(await secret.post('/v1/media/uploads', file));

    const before = await contentRows();
    const names = Object.keys(before).filter((name) => name !== 'events');
    await plant(names, typed, pasted);
    const listOf = async (path: string) =>
      (await secret.get(`${path}=${encodeURIComponent(typed)}`)).body.data as object[];
    expect(await listOf('/v1/content/part?where[tone][eq]')).toEqual([]);
    expect(await listOf('/v1/blog/articles?tag')).toEqual([]);
    expect(JSON.stringify(await contentRows())).toContain(pasted);
    await normalize();

    expect(await contentRows()).toEqual(before);
    expect(await listOf('/v1/content/part?where[tone][eq]')).toHaveLength(1);
    expect(await listOf('/v1/blog/articles?tag')).toHaveLength(1);
    await forgetMark();
    await normalize();
    expect(await contentRows()).toEqual(before);
  });

  it('go on in other projects when one fails', async () => {
    await defineParts();
    const id = await publishEntry(project, 'part', { title: typed });
    await database.collection('entries').updateOne({ project_id: project.id, id }, { $set: { draft: null } });
    const failing = project;
    project = await service.newProject();
    await forgetMark();
    await defineParts();
    const other = await publishEntry(project, 'part', { title: typed });
    await plant(['entries'], typed, pasted);

    await normalize();
    expect((await project.secret.get(`/v1/content/part/${other}`)).body.values.title).toBe(typed);
    const rows = await database.collection<{ _id: string }>('projects').find().toArray();
    const marked = rows.filter((row) => 'normalized' in row).map(({ _id }) => _id);
    expect(marked).toContain(project.id);
    expect(marked).not.toContain(failing.id);
    await database.collection('entries').deleteOne({ project_id: failing.id, id });
  });

  it('come to NFC when a version or an item of the trash is restored', async () => {
    await defineParts();
    const id = await publishEntry(project, 'part', { title: typed });
    expectDone(
      await project.secret.patch(`/v1/content/part/${id}`, { values: { title: 'B' }, publish: true }),
    );
    await plant(['versions'], typed, pasted);
    const { data } = (await send('GET', `/versions/${id}`)).body as { data: { id: string }[] };
    const restored = await send('POST', `/versions/${id}/${data.at(-1)?.id}/restore`);
    expect(restored.body).toMatchObject({ draft: { title: typed } });

    const article = expectDone(
      await project.secret.post('/v1/blog/articles', { title: typed, tags: [typed] }),
    );
    const author = expectDone(await project.secret.post('/v1/authors', { name: typed }));
    await send('DELETE', `/v1/content/part/${id}`);
    await send('DELETE', `/v1/blog/articles/${String(article.slug)}`);
    await send('DELETE', `/v1/authors/${String(author.slug)}`);
    await plant(['trash'], typed, pasted);
    await send('POST', '/trash/restore', { ids: [id, article.id, author.id] });
    expect((await send('GET', `/content/part/entries/${id}`)).body).toMatchObject({
      draft: { title: typed },
    });
    const { body } = await project.secret.get(`/v1/authors/${String(author.slug)}`);
    expect(body.name).toBe(typed);
    expect(JSON.stringify(await contentRows())).not.toContain(pasted);
  });
});

describe('two entries whose unique values become equal', () => {
  const [plain, otherOrder] = ['e\u0323\u0302x', 'e\u0302\u0323x'];
  const nfc = plain.normalize('NFC');

  it.each([
    ['the older one is in NFC', nfc, plain],
    ['the younger one is in NFC', plain, nfc],
    ['none is in NFC', plain, otherOrder],
  ])('leave the value to the older entry when %s', async (_, olderForm, youngerForm) => {
    const { secret } = project;
    await defineParts();
    const older = await publishEntry(project, 'part', { code: 'first' });
    const { id: younger, updated_at } = await createEntry(
      project,
      'part',
      { code: 'second' },
      { publish: true },
    );
    await plant(['entries'], 'first', olderForm);
    await plant(['entries'], 'second', youngerForm);
    await normalize();

    const codeOf = async (id: string) =>
      (await secret.get(`/v1/content/part/${id}`)).body.values.code as string;
    expect(await codeOf(older)).toBe(nfc);
    const code = await codeOf(younger);
    expect([code === nfc, code.normalize('NFC') === nfc]).toEqual([false, true]);
    expect((await secret.get(`/v1/content/part/${younger}`)).body.updated_at).toBe(updated_at);
    const rows = await contentRows();
    await forgetMark();
    await normalize();
    expect(await contentRows()).toEqual(rows);
    const { why, fix } = await textFinding(system);
    expect(why).toContain(`"code" of ${younger} equals that of ${older} (part, release ${project.releaseId}`);
    expect(fix).toMatch(/^Change the value of one entry/);

    const patch = (id: string, values: object) => secret.patch(`/v1/content/part/${id}`, { values });
    expectDone(await patch(younger, { title: 'Still writable' }));
    expect(refusal(await patch(younger, { code }))).toEqual([409, 'field_value_taken', 'code']);
    expectDone(await patch(older, { code: 'another' }));
    expectDone(await patch(younger, { code }));
    expect(await codeOf(younger)).toBe(nfc);
    expect((await textFinding(system)).why).not.toContain(younger);
  });
});
