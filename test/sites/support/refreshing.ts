import { expect, it } from 'vitest';
import { expectDone, inMs } from '../../support/content.ts';
import { allPages, pathsOf, type Visit, visit } from './pages.ts';
import { type Site, statusOf } from './site.ts';

/** Pages that show lists. Lists of the API contain more of an item than the pages show. */
const isOfLists = (path: string) =>
  /^\/(sitemap\.xml|rss\.xml|help(\/(collection|section)\/.*)?|blog(\/page\/\d+|\/category\/.*)?|authors\/.*)?$/.test(
    path,
  );

/** Returns the pages that a change renders again, once the page at `at.path` shows the change. */
async function renewedBy(site: Site, change: () => Promise<unknown>, at: { path: string; text: string }) {
  await waitForPurges(site);
  await allPages(site);
  expect(pathsOf((await allPages(site)).filter(({ isRendered }) => isRendered))).toEqual([]);
  const before = await allPages(site);
  site.takeRequests();
  await change();
  await expect.poll(async () => (await visit(site, at.path)).html, { timeout: 20_000 }).toContain(at.text);
  const after = await allPages(site);
  const renewed = pathsOf(after.filter(({ path, isRendered }) => isRendered || path === at.path));
  return { before, after, renewed, reads: site.takeRequests() };
}

/** Purges of previous changes would otherwise remove pages from the cache during a test. */
async function waitForPurges(site: Site) {
  await expect.poll(() => site.isPurged()).toBe(true);
}

/**
 * Waits until requests for all pages render none and read nothing. Next caches a page for a second around the date of an
 * article, and the next request renders it again.
 */
async function waitForRest(site: Site) {
  const isBusy = async () => {
    const renderedPaths = pathsOf((await allPages(site)).filter(({ isRendered }) => isRendered));
    return [...renderedPaths, ...site.takeRequests()];
  };
  await expect.poll(isBusy, { timeout: 60_000 }).toEqual([]);
}

const showing = (pages: readonly Visit[], text: string) =>
  pathsOf(pages.filter(({ html }) => html.includes(text)));

/** Changes reach the pages that show them, and no others. */
export function refreshesPages(site: () => Site): void {
  it('renders exactly the pages again that show a renamed author, and reads no other article again', async () => {
    const { secret } = site().project;
    const change = () => secret.patch('/v1/authors/nell-abarrow', { name: 'Nell Newname' });
    const at = { path: '/authors/nell-abarrow', text: 'Nell Newname' };

    const { before, after, renewed, reads } = await renewedBy(site(), change, at);

    const pathsWithText = showing(before, 'Nell Abarrow');
    expect(pathsWithText.length).toBeGreaterThan(15);
    expect(pathsWithText.length).toBeLessThan(before.length - 10);
    expect(renewed).toEqual([...pathsWithText, '/sitemap.xml'].toSorted()); // contains the date of each author's last change
    expect(showing(after, 'Nell Abarrow')).toEqual([]);
    const articles = reads.filter((path) => /^\/v1\/(blog|kb)\/articles\/[^?]/.test(path));
    expect(articles.length).toBe(pathsWithText.filter((path) => !isOfLists(path)).length);
    await allPages(site());
    expect(site().takeRequests()).toEqual([]);
  });

  it.each([
    { of: 'category', path: '/blog/category/materials', text: 'What it is made of' },
    { of: 'section', path: '/help', text: 'Lines, knots, tangles' },
    { of: 'collection', path: '/help', text: 'In the air at last' },
    { of: 'picture', path: '/blog/a-new-keel-for-the-tern', text: 'A text that is new' },
  ] as const)('renders no other article again for a changed $of', async ({ of, path, text }) => {
    const { secret } = site().project;
    const article = expectDone(await secret.get('/v1/blog/articles/a-new-keel-for-the-tern'));
    const image = article.featured_image as { id: string };
    const changes = {
      category: () => secret.patch('/v1/blog/categories/materials', { name: text }),
      section: () => secret.patch('/v1/kb/sections/lines-and-knots', { title: text }),
      collection: () => secret.patch('/v1/kb/collections/flying', { title: text }),
      picture: () => secret.patch(`/v1/media/${image.id}`, { alt: text }),
    };
    const change = async () => expectDone(await changes[of]());

    const { after, renewed } = await renewedBy(site(), change, { path, text });

    const pathsWithText = showing(after, text);
    expect(pathsWithText).toContain(path);
    expect(renewed).toEqual(expect.arrayContaining(pathsWithText));
    expect(renewed.filter((one) => !isOfLists(one) && !pathsWithText.includes(one))).toEqual([]);
    expect(renewed.length).toBeLessThan(after.length / 2);
  });

  it('renders every page again when another release is promoted', async () => {
    const { secret } = site().project;
    const release = expectDone(await secret.post('/v1/releases', { name: 'Spring' }));
    const [page] = expectDone(await secret.get('/v1/content/landing_page?where[path]=/fly-with-us')).data as {
      id: string;
      values: { path: string };
    }[];
    const title = 'Fly with us in spring';
    const pageInRelease = `/v1/content/landing_page/${page?.id}?release=${String(release.id)}`;
    expectDone(await secret.patch(pageInRelease, { values: { title, seo_title: title }, publish: true }));
    const change = async () =>
      expectDone(await secret.post(`/v1/releases/${String(release.id)}/promote`, {}));

    const at = { path: page?.values.path ?? '', text: title };
    const { after, renewed } = await renewedBy(site(), change, at);

    expect(renewed).toEqual(pathsOf(after));
  });

  it('shows a scheduled article from its date on, without a build, and responds with 404 until then', async () => {
    const { secret } = site().project;
    const url = `${site().origin}/blog/soon-to-be-seen`;
    const body = { title: 'Soon to be seen', publish: true, published_at: inMs(10_000) };
    expectDone(await secret.post('/v1/blog/articles', body));
    const { version } = expectDone(await secret.get('/v1/changes'));

    expect(await statusOf(url)).toBe(404);
    expect((await visit(site(), '/blog')).html).not.toContain('Soon to be seen');
    await expect.poll(() => statusOf(url), { timeout: 40_000 }).toBe(200);
    await expect.poll(async () => (await visit(site(), '/blog')).html).toContain('Soon to be seen');
    // Readers see a scheduled article before the service stores its event, and the purge follows.
    const events = async () =>
      expectDone(await secret.get(`/v1/changes?since=${version}`)).events as { event: string }[];
    await expect.poll(events).toMatchObject([{ event: 'blog.article.published' }]);
    await waitForPurges(site());
  });

  it('rejects a purge with a wrong signature', async () => {
    await waitForPurges(site());
    await waitForRest(site());
    const route = `${site().origin}/api/galley`;
    const data = { tags: [`all:${site().project.id.slice(-8)}`], again: [], version: 1, since: 1 };
    const headers = {
      'Content-Type': 'application/json',
      'X-Service-Timestamp': String(Math.floor(Date.now() / 1000)),
      'X-Service-Signature': `sha256=${'0'.repeat(64)}`,
    };
    const body = JSON.stringify({ id: 'whd_1', event: 'cache.purge', data });

    expect((await fetch(route, { method: 'POST', headers, body })).status).toBe(400);
    expect(pathsOf((await allPages(site())).filter(({ isRendered }) => isRendered))).toEqual([]);
    expect(site().takeRequests()).toEqual([]);
  });
}
