import type { TestProject } from './service.ts';
import { defineType, expectDone, publishEntry } from './content.ts';

/** Values of a path's variable parts. */
type Variables = Record<string, string>;

async function made(project: TestProject, path: string, body: object): Promise<Record<string, unknown>> {
  return expectDone(await project.secret.post(path, body)) as Record<string, unknown>;
}

/**
 * What there is in a project behind each path with variable parts, by the path up to the last of them. A new feature
 * adds its own line; the standing tests of all routes say so when one is missing.
 */
export async function sampleVariables(project: TestProject): Promise<Record<string, Variables>> {
  await defineType(project, 'page', { title: 'string' });
  await defineType(project, 'home', { title: 'string' }, { kind: 'singleton' });
  expectDone(await project.secret.put('/v1/content/home', { values: { title: 'Home' }, publish: true }));
  const entryId = await publishEntry(project, 'page', { title: 'Page' });
  const release = await made(project, '/v1/releases', { name: 'Next' });
  const author = await made(project, '/v1/authors', { name: 'Foreign author' });
  const category = await made(project, '/v1/blog/categories', { name: 'Foreign category' });
  const article = await made(project, '/v1/blog/articles', { title: 'Foreign article', publish: true });
  const collection = await made(project, '/v1/kb/collections', { title: 'Foreign collection' });
  const section = await made(project, '/v1/kb/sections', {
    title: 'Foreign section',
    collection: collection['id'],
  });
  const answer = await made(project, '/v1/kb/articles', {
    title: 'Foreign answer',
    collection: collection['id'],
    publish: true,
  });
  const upload = await made(project, '/v1/media/uploads', {
    file_name: 'a.png',
    content_type: 'image/png',
    size_bytes: 5,
  });
  const mediaId = String((upload['media'] as Record<string, unknown>)['id']);
  expectDone(await project.secret.put('/v1/schema/blocks/hero', { fields: [] }));
  const slug = (thing: Record<string, unknown>) => ({ slug: String(thing['slug']) });
  return {
    '/v1/schema/content-types/:type': { type: 'page' },
    '/v1/schema/blocks/:block': { block: 'hero' },
    '/v1/content/:type': { type: 'home' },
    '/v1/content/:type/lookup': { type: 'page' },
    '/v1/content/:type/:entryId': { type: 'page', entryId },
    '/v1/releases/:releaseId': { releaseId: String(release['id']) },
    '/v1/releases/:releaseId/diff/:entryId': { releaseId: String(release['id']), entryId },
    '/v1/authors/:slug': slug(author),
    '/v1/blog/categories/:slug': slug(category),
    '/v1/blog/articles/:slug': slug(article),
    '/v1/kb/collections/:slug': slug(collection),
    '/v1/kb/sections/:slug': slug(section),
    '/v1/kb/articles/:slug': slug(answer),
    '/v1/media/uploads/:mediaId': { mediaId },
    '/v1/media/:mediaId': { mediaId },
  };
}

/** Bodies that pass the input check, by `METHOD path`; `{}` where nothing is said. */
export const sampleBodies: Readonly<Record<string, object>> = {
  'PUT /v1/schema/content-types/:type': { fields: [{ key: 'title', type: 'string' }] },
  'PUT /v1/schema/blocks/:block': { fields: [{ key: 'title', type: 'string' }] },
  'POST /v1/content/:type/entries': { values: {} },
  'PUT /v1/content/:type': { values: {} },
  'POST /v1/bulk': { operations: [{ method: 'POST', path: '/v1/authors', body: { name: 'Bulk' } }] },
  'PATCH /v1/content/:type': { values: {} },
  'PATCH /v1/content/:type/:entryId': { values: { title: 'Changed' } },
  'PATCH /v1/releases/:releaseId': { name: 'Changed' },
  'PATCH /v1/authors/:slug': { name: 'Changed' },
  'PATCH /v1/blog/categories/:slug': { name: 'Changed' },
  'PATCH /v1/blog/articles/:slug': { title: 'Changed' },
  'PATCH /v1/kb/collections/:slug': { title: 'Changed' },
  'PATCH /v1/kb/sections/:slug': { title: 'Changed' },
  'PATCH /v1/kb/articles/:slug': { title: 'Changed' },
  'POST /v1/kb/articles/:slug/vote': { helpful: true },
  'PATCH /v1/media/:mediaId': { alt: 'Changed' },
  'POST /v1/translations/confirm': { locale: 'de', ids: ['ent_01jd2v8k3q5w7x9y0z1a2b3c4d'] },
};

/** The part of a route's path that names the thing: up to its last variable. */
export function thingOf(path: string): string | null {
  const end = path.lastIndexOf('/:');
  if (end === -1) return null;
  const rest = path.indexOf('/', end + 1);
  return rest === -1 ? path : path.slice(0, rest);
}

export function fillPath(path: string, variables: Variables): string {
  return path.replace(/:([A-Za-z]+)/g, (_all, name: string) => variables[name] ?? name);
}
