import { createEntry, defineType, expectDone, inMs, publishEntry } from '../content.ts';
import { type DashboardClient, signedIn } from '../dashboard.ts';
import type { TestProject, TestService } from '../service.ts';
import { storeEntries } from '../stored-entries.ts';
import { newAsset } from '../media.ts';
import { wide } from './wide-pages.ts';

const mib = 1024 * 1024;
const sentence = 'A sentence with *several* words in it. ';

/** A project that has much of everything, its owner, and what its routes are asked about by the names in their paths. */
export interface WideProject {
  project: TestProject;
  owner: DashboardClient;
  variables: Record<string, string>;
}

/** Fills a project so that each read of it has much to show: large entries, many links, long texts, trash and history. */
export async function newWideProject(service: TestService): Promise<WideProject> {
  const project = await service.newProject();
  const { secret } = project;
  const owner = await signedIn(service, project.id, 'owner');
  const made = async (path: string, body: object) => expectDone(await secret.post(path, body));
  const asOwner = async (path: string, body: object) => {
    const { status, body: answered } = await owner.send('POST', `/projects/${project.id}${path}`, body);
    if (status >= 400) throw new Error(`${path}: ${JSON.stringify(answered)}`);
    return answered;
  };
  const media = await newAsset(secret);
  expectDone(await secret.put('/v1/schema/blocks/part', { fields: [{ key: 'a', type: 'text' }] }));
  await defineType(project, 'page', [
    { key: 'title', type: 'string' },
    ...Array.from({ length: 80 }, (_, i) => ({ key: `t${i}`, type: 'text' })),
    { key: 'body', type: 'richtext' },
    { key: 'picture', type: 'image' },
    { key: 'others', type: 'reference_list', options: { content_type: 'page' } },
    { key: 'parts', type: 'blocks', options: { blocks: ['part'] } },
  ]);
  await defineType(project, 'topic', [
    { key: 'code', type: 'string', options: { unique: true } },
    { key: 'text', type: 'text' },
  ]);
  await publishEntry(project, 'topic', { code: 'first', text: sentence.repeat(500) });
  await defineType(project, 'home', { title: 'string', text: 'text' }, { kind: 'singleton' });
  expectDone(await secret.put('/v1/content/home', { values: { title: 'Home' }, publish: true }));
  const values = Array.from({ length: 12 }, (_, i) => ({ title: `p${i}`, picture: media, ...wide(3 * mib) }));
  const large = await storeEntries(service, project, 'page', values);
  const [target = '', ...leaving] = large;
  const markdown = `[T](entry:${target}) ${sentence.repeat(1_500)}`;
  const parts = Array.from({ length: 60 }, () => ({ block: 'part', values: { a: sentence.repeat(100) } }));
  for (let i = 0; i < 8; i += 1)
    await publishEntry(project, 'page', { title: 'x', body: { markdown }, others: large.slice(0, 6), parts });
  await createEntry(project, 'page', { title: 'L' }, { published_at: inMs(3_600_000), publish: true });
  await asOwner('/content/page/bulk', { action: 'delete', ids: leaving.slice(-3) });
  const author = await made('/v1/authors', { name: 'A', bio: sentence.repeat(50) });
  const category = await made('/v1/blog/categories', { name: 'C', description: sentence.repeat(50) });
  const shelf = await made('/v1/kb/collections', { title: 'C', description: sentence.repeat(50) });
  const section = await made('/v1/kb/sections', { title: 'S', collection: shelf.id });
  const long = { excerpt: sentence.repeat(50), body: { markdown }, authors: [author.id], publish: true };
  for (let i = 0; i < 8; i += 1) {
    await made('/v1/blog/articles', { title: `B${i}`, categories: [category.id], ...long });
    await made('/v1/kb/articles', { title: `K${i}`, collection: shelf.id, ...long });
  }
  const blog = await made('/v1/blog/articles', { title: 'Blog', ...long });
  await owner.send('PATCH', `/projects/${project.id}/blog/articles/${blog.slug}`, { title: 'Changed' });
  const { data } = (await owner.send('GET', `/projects/${project.id}/versions/${blog.id}`)).body;
  for (let i = 0; i < 30; i += 1)
    await asOwner('/comments', { item: i % 2 === 0 ? blog.id : target, text: sentence.repeat(100) });
  const { endpoint } = await asOwner('/webhooks', { url: 'https://receiver.example/' });
  const { target: purged } = await asOwner('/purge-targets', {
    format: 'signed',
    url: 'https://cdn.example/',
  });
  const release = await made('/v1/releases', { name: 'Next' });
  const table = {
    columns: [{ name: 'Id', field: 'id' }],
    publish: false,
    file_name: 'a.csv',
    rows_total: 10_000,
  };
  const imported = await asOwner('/content/topic/imports', table);
  await owner.send('PATCH', `/projects/${project.id}/settings`, { is_template: true });
  const { body: copied } = await owner.send('POST', `/templates/${project.id}/copies`, { name: 'Copy' });
  const own = {
    ...{ projectId: project.id, type: 'page', entryId: target, itemId: blog.id, block: 'part' },
    ...{ releaseId: release.id, mediaId: media, versionId: data?.[0]?.id, deliveryId: 'dlv_none' },
    ...{ endpointId: endpoint.id, targetId: purged.id, issuer: 'none', importId: imported.id },
    ...{ copyId: copied.copy.id, templateId: project.id, locale: 'en' },
  };
  const variables = Object.fromEntries(Object.entries(own).map(([key, value]) => [key, String(value)]));
  const slugs = { author, category, blog, shelf, section };
  for (const [key, thing] of Object.entries(slugs)) variables[`slug of ${key}`] = String(thing.slug);
  return { project, owner, variables };
}
