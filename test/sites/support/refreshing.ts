import { expect, it } from 'vitest';
import { expectDone, inMs } from '../../support/content.ts';
import { allPages, pathsOf, type Visit, visit } from './pages.ts';
import { type Site, statusOf } from './site.ts';

/** Pages that are made of lists: those of the API carry more of an item than a list shows. */
const isOfLists = (path: string) =>
  /^\/(sitemap\.xml|rss\.xml|help(\/(collection|section)\/.*)?|blog(\/page\/\d+|\/category\/.*)?|authors\/.*)?$/.test(
    path,
  );

/** The pages that a change made anew; it waits until the page that surely shows it does. */
async function renewedBy(site: Site, change: () => Promise<unknown>, at: { path: string; text: string }) {
  await toldOfAll(site);
  await allPages(site);
  expect(pathsOf((await allPages(site)).filter(({ isMade }) => isMade))).toEqual([]);
  const before = await allPages(site);
  site.asked();
  await change();
  await expect.poll(async () => (await visit(site, at.path)).html, { timeout: 20_000 }).toContain(at.text);
  const after = await allPages(site);
  const renewed = pathsOf(after.filter(({ path, isMade }) => isMade || path === at.path));
  return { before, after, renewed, reads: site.asked() };
}

/** A purge that is still on its way would drop pages in the midst of what is counted. */
async function toldOfAll(site: Site) {
  await expect.poll(() => site.isTold()).toBe(true);
}

/**
 * Waits until all pages were asked for without one of them being made or anything being read: what Next makes about the
 * date of an article it keeps for a second, and whoever comes later has it made anew.
 */
async function atRest(site: Site) {
  const isBusy = async () => {
    const made = pathsOf((await allPages(site)).filter(({ isMade }) => isMade));
    return [...made, ...site.asked()];
  };
  await expect.poll(isBusy, { timeout: 60_000 }).toEqual([]);
}

const showing = (pages: readonly Visit[], text: string) =>
  pathsOf(pages.filter(({ html }) => html.includes(text)));

/** Edits reach the pages that show what was edited, and no others. */
export function refreshesPages(site: () => Site): void {
  it('makes exactly the pages anew that show a renamed author, and reads no other article again', async () => {
    const { secret } = site().project;
    const change = () => secret.patch('/v1/authors/nell-abarrow', { name: 'Nell Newname' });
    const at = { path: '/authors/nell-abarrow', text: 'Nell Newname' };

    const { before, after, renewed, reads } = await renewedBy(site(), change, at);

    const shown = showing(before, 'Nell Abarrow');
    expect(shown.length).toBeGreaterThan(15);
    expect(shown.length).toBeLessThan(before.length - 10);
    expect(renewed).toEqual([...shown, '/sitemap.xml'].toSorted()); // which tells when each author changed
    expect(showing(after, 'Nell Abarrow')).toEqual([]);
    const articles = reads.filter((path) => /^\/v1\/(blog|kb)\/articles\/[^?]/.test(path));
    expect(articles.length).toBe(shown.filter((path) => !isOfLists(path)).length);
    await allPages(site());
    expect(site().asked()).toEqual([]);
  });

  it.each([
    { of: 'category', path: '/blog/category/materials', text: 'What it is made of' },
    { of: 'section', path: '/help', text: 'Lines, knots, tangles' },
    { of: 'collection', path: '/help', text: 'In the air at last' },
    { of: 'picture', path: '/blog/a-new-keel-for-the-tern', text: 'A text that is new' },
  ] as const)('makes no other article anew for a changed $of', async ({ of, path, text }) => {
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

    const shown = showing(after, text);
    expect(shown).toContain(path);
    expect(renewed).toEqual(expect.arrayContaining(shown));
    expect(renewed.filter((one) => !isOfLists(one) && !shown.includes(one))).toEqual([]);
    expect(renewed.length).toBeLessThan(after.length / 2);
  });

  it('makes every page anew when another release is promoted', async () => {
    const { secret } = site().project;
    const release = expectDone(await secret.post('/v1/releases', { name: 'Spring' }));
    const [page] = expectDone(await secret.get('/v1/content/landing_page?where[path]=/fly-with-us')).data as {
      id: string;
      values: { path: string };
    }[];
    const title = 'Fly with us in spring';
    const own = `/v1/content/landing_page/${page?.id}?release=${String(release.id)}`;
    expectDone(await secret.patch(own, { values: { title, seo_title: title }, publish: true }));
    const change = async () =>
      expectDone(await secret.post(`/v1/releases/${String(release.id)}/promote`, {}));

    const at = { path: page?.values.path ?? '', text: title };
    const { after, renewed } = await renewedBy(site(), change, at);

    expect(renewed).toEqual(pathsOf(after));
  });

  it('shows a scheduled article from its date on, without a build, and until then that there is none', async () => {
    const { secret } = site().project;
    const address = `${site().origin}/blog/soon-to-be-seen`;
    const body = { title: 'Soon to be seen', publish: true, published_at: inMs(10_000) };
    expectDone(await secret.post('/v1/blog/articles', body));
    const { version } = expectDone(await secret.get('/v1/changes'));

    expect(await statusOf(address)).toBe(404);
    expect((await visit(site(), '/blog')).html).not.toContain('Soon to be seen');
    await expect.poll(() => statusOf(address), { timeout: 40_000 }).toBe(200);
    await expect.poll(async () => (await visit(site(), '/blog')).html).toContain('Soon to be seen');
    // Readers see what is due before the service tells of it, and its purge comes after that.
    const events = async () =>
      expectDone(await secret.get(`/v1/changes?since=${version}`)).events as { event: string }[];
    await expect.poll(events).toMatchObject([{ event: 'blog.article.published' }]);
    await toldOfAll(site());
  });

  it('changes nothing for a purge that another signed', async () => {
    await toldOfAll(site());
    await atRest(site());
    const route = `${site().origin}/api/galley`;
    const data = { tags: [`all:${site().project.id.slice(-8)}`], again: [], version: 1, since: 1 };
    const headers = {
      'Content-Type': 'application/json',
      'X-Service-Timestamp': String(Math.floor(Date.now() / 1000)),
      'X-Service-Signature': `sha256=${'0'.repeat(64)}`,
    };
    const body = JSON.stringify({ id: 'whd_1', event: 'cache.purge', data });

    expect((await fetch(route, { method: 'POST', headers, body })).status).toBe(400);
    expect(pathsOf((await allPages(site())).filter(({ isMade }) => isMade))).toEqual([]);
    expect(site().asked()).toEqual([]);
  });
}
