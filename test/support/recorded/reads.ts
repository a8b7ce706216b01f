import type { Site, SiteIds } from './site.ts';

/** Reads that both kinds of key send. */
const publicReads = ({ full, bare, page, asset }: SiteIds): string[] => [
  '/v1/ping',
  '/v1/content/specimen',
  '/v1/content/specimen?sort=-title&limit=1&count=true',
  '/v1/content/specimen?where[price][gte]=5&fields=title,price',
  '/v1/content/specimen?q=lines',
  `/v1/content/specimen?ids=${full},${bare}`,
  `/v1/content/specimen/${full}`,
  `/v1/content/specimen/${full}?fields=title,body,twin`,
  `/v1/content/specimen/${bare}`,
  '/v1/content/page',
  '/v1/content/page?where[path]=/home',
  `/v1/content/page/${page}`,
  '/v1/content/settings',
  '/v1/authors',
  '/v1/authors/ada-farber',
  '/v1/blog/articles',
  '/v1/blog/articles?tag=wind&sort=title',
  '/v1/blog/articles/wind',
  '/v1/blog/categories',
  '/v1/blog/categories/workshop',
  '/v1/kb/tree',
  '/v1/kb/collections',
  '/v1/kb/collections/care',
  '/v1/kb/sections',
  '/v1/kb/sections/storage',
  '/v1/kb/articles',
  '/v1/kb/articles?freshness=fresh',
  '/v1/kb/articles/drying-a-kite',
  `/v1/media/${asset}`,
];

const secretReads = ({ full, draft, scheduled, release }: SiteIds): string[] => [
  '/v1/media',
  '/v1/media?q=kite',
  '/v1/schema/content-types',
  '/v1/schema/content-types/specimen',
  '/v1/schema/blocks',
  '/v1/schema/blocks/banner',
  '/v1/releases',
  `/v1/releases/${release}/diff`,
  `/v1/releases/${release}/diff/${full}`,
  `/v1/content/specimen/${full}?release=${release}`,
  `/v1/content/specimen?release=${release}&fields=title`,
  `/v1/content/specimen/${draft}`,
  `/v1/content/specimen/${scheduled}`,
  '/v1/changes',
  '/v1/changes?since=0',
  '/v1/changes?since=0&tags=true',
  '/v1/types.d.ts',
];

/** Writes and reads that are rejected. */
async function sendRejectedRequests({ recording, project }: Site, { full }: SiteIds): Promise<void> {
  const { secret, publishable } = project;
  const send = (path: string, body: object) => recording.send(secret, ['POST', path], body);
  const unknown = 'ent_00000000000000000000000000';
  await recording.send(publishable, ['GET', `/v1/content/specimen/${unknown}`]);
  await recording.send(publishable, ['GET', '/v1/content/specimens']);
  await recording.send(publishable, ['GET', '/v1/content/specimen?sort=nothing']);
  await recording.send(publishable, ['GET', '/v1/content/specimen?cursor=nothing']);
  await recording.send(publishable, ['GET', '/v1/blog/articles/later']);
  await recording.send(publishable, ['GET', '/v1/blog/articles/only-a-draft']);
  await recording.send(publishable, ['GET', '/v1/kb/articles/nothing']);
  await recording.send(publishable, ['GET', '/v1/media']);
  await recording.send(project.as(null), ['GET', '/v1/ping']);
  await send('/v1/content/specimen/entries', { values: { text: 'No title' }, publish: true });
  await send('/v1/content/specimen/entries', { values: { title: 'Full', price: 'cheap', colour: 1 } });
  await send('/v1/content/page/entries', { values: { title: 'Twin', path: '/home' } });
  await send('/v1/blog/articles', { title: 'Wind', slug: 'wind' });
  await send('/v1/kb/sections', { title: 'Storage', collection: 'nothing' });
  const stale = { 'If-Match': '"99"' };
  await recording.send(
    secret,
    ['PATCH', `/v1/content/specimen/${full}`],
    { values: { title: 'Late' } },
    stale,
  );
  await recording.send(secret, ['PATCH', `/v1/content/specimen/${full}`], {});
}

const withTags = { 'X-Cache-Tags': 'true' };

/** Records every read, and requests that are rejected. */
export async function readSite(site: Site, ids: SiteIds): Promise<void> {
  const { recording, project } = site;
  for (const path of publicReads(ids)) {
    await recording.send(project.publishable, ['GET', path]);
    await recording.send(project.secret, ['GET', path], undefined, withTags);
  }
  for (const path of secretReads(ids)) await recording.send(project.secret, ['GET', path]);
  await sendRejectedRequests(site, ids);
}
