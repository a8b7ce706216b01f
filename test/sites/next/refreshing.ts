import { expect, it } from 'vitest';
import { expectDone, inMs } from '../../support/content.ts';
import { allPages, type Served, served, type Site, statusOf } from './site.ts';

/** Pages that are made of lists: those of the API carry more of an item than a list shows. */
const isOfLists = (path: string) => /^\/(help|blog(\/page\/\d+|\/category\/.*)?|authors\/.*)?$/.test(path);

/** The pages that a change made anew; it waits until the page that surely shows it does. */
async function renewedBy(site: Site, change: () => Promise<unknown>, at: { path: string; text: string }) {
  await allPages(site);
  const before = await allPages(site);
  expect(before.filter(({ isNew }) => isNew).map(({ path }) => path)).toEqual([]);
  site.asked();
  await change();
  await expect.poll(async () => (await served(site, at.path)).html, { timeout: 20_000 }).toContain(at.text);
  const after = await allPages(site);
  const renewed = after.filter(({ path, isNew }) => isNew || path === at.path).map(({ path }) => path);
  return { before, after, renewed, reads: site.asked().filter((path) => path !== '/v1/ping') };
}

const showing = (pages: readonly Served[], text: string) =>
  pages.filter(({ html }) => html.includes(text)).map(({ path }) => path);

/** Edits reach the pages that show what was edited, and no others. */
export function refreshesPages(site: () => Site): void {
  it('makes exactly the pages anew that show a renamed author, and reads no other article again', async () => {
    const { secret } = site().project;
    const change = () => secret.patch('/v1/authors/nell-abarrow', { name: 'Nell Newname' });
    const at = { path: '/authors/nell-abarrow', text: 'Nell Newname' };

    const { before, after, renewed, reads } = await renewedBy(site(), change, at);

    const shown = showing(before, 'Nell Abarrow');
    expect(shown.length).toBeGreaterThan(15);
    // The list of help names no author, but the API's list, of which it is made, does.
    expect(renewed.toSorted()).toEqual([...new Set([...shown, '/help'])].toSorted());
    expect(showing(after, 'Nell Abarrow')).toEqual([]);
    const articles = reads.filter((path) => /^\/v1\/(blog|kb)\/articles\/[^?]/.test(path));
    expect(articles.length).toBe(shown.filter((path) => !isOfLists(path)).length);
  });

  it('makes no other article anew for a renamed category, a picture’s text, or a renamed section', async () => {
    const { secret } = site().project;
    const category = () => secret.patch('/v1/blog/categories/materials', { name: 'What it is made of' });
    const section = () => secret.patch('/v1/kb/sections/lines-and-knots', { title: 'Lines, knots, tangles' });
    const article = expectDone(await secret.get('/v1/blog/articles/a-new-keel-for-the-tern'));
    const image = article.featured_image as { id: string; alt: string };
    const picture = () => secret.patch(`/v1/media/${image.id}`, { alt: 'A text that is new' });
    const edits = [
      { change: category, path: '/blog/category/materials', old: 'Materials', text: 'What it is made of' },
      { change: section, path: '/help', old: 'Lines and knots', text: 'Lines, knots, tangles' },
      { change: picture, path: '/blog/a-new-keel-for-the-tern', old: image.alt, text: 'A text that is new' },
    ];
    for (const { change, path, old, text } of edits) {
      const done = await renewedBy(site(), async () => expectDone(await change()), { path, text });
      const shown = showing(done.after, text);
      expect(shown.length, text).toBeGreaterThan(0);
      expect(done.renewed, text).toEqual(expect.arrayContaining(shown));
      expect(
        done.renewed.filter((one) => !isOfLists(one) && !shown.includes(one)),
        text,
      ).toEqual([]);
      expect(old.length).toBeGreaterThan(0);
    }
  });

  it('makes every page anew when another release is promoted', async () => {
    const { secret } = site().project;
    const release = expectDone(await secret.post('/v1/releases', { name: 'Spring' }));
    const [page] = expectDone(await secret.get('/v1/content/landing_page?limit=1')).data as { id: string }[];
    const own = `/v1/content/landing_page/${page?.id}?release=${String(release.id)}`;
    expectDone(await secret.patch(own, { values: { title: 'Fly with us in spring' }, publish: true }));
    const change = async () =>
      expectDone(await secret.post(`/v1/releases/${String(release.id)}/promote`, {}));

    const { after, renewed } = await renewedBy(site(), change, {
      path: '/blog',
      text: 'Fly with us in spring',
    });

    expect(renewed.toSorted()).toEqual(after.map(({ path }) => path).toSorted());
  });

  it('shows a scheduled article from its date on, and keeps the page that says that there is none until then', async () => {
    const { secret } = site().project;
    const address = `${site().origin}/blog/soon-to-be-seen`;
    const body = { title: 'Soon to be seen', publish: true, published_at: inMs(6_000) };
    expectDone(await secret.post('/v1/blog/articles', body));

    expect(await statusOf(address)).toBe(404);
    await expect.poll(() => statusOf(address), { timeout: 40_000 }).toBe(200);
    expect((await served(site(), '/blog')).html).toContain('Soon to be seen');
  });

  it('changes nothing for a purge that another signed', async () => {
    await allPages(site());
    const route = `${site().origin}/api/galley`;
    const data = { tags: [`all:${site().project.id.slice(-8)}`], again: [], version: 1, since: 1 };
    const headers = {
      'X-Service-Timestamp': String(Math.floor(Date.now() / 1000)),
      'X-Service-Signature': `sha256=${'0'.repeat(64)}`,
    };
    const body = JSON.stringify({ event: 'cache.purge', data });

    expect((await fetch(route, { method: 'POST', headers, body })).status).toBe(400);
    expect((await allPages(site())).filter(({ isNew }) => isNew)).toEqual([]);
  });
}
