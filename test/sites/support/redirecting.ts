import { expect, it } from 'vitest';
import { redirectDefinition } from '../../../src/transfer/load/item-writers.ts';
import { defineType, publishEntry } from '../../support/content.ts';
import type { Site } from './site.ts';

/** Old paths lead to the page that replaced them. */
export function redirectsOldPaths(site: () => Site): void {
  it('redirects permanently from an old path, as soon as the redirect is published', async () => {
    const { project, origin, framework } = site();
    const locationOf = async (path: string) => {
      const { status, headers } = await fetch(origin + path, { redirect: 'manual' });
      const location = headers.get('Location');
      return [status, location === null ? null : new URL(location, origin).href];
    };
    expect(await locationOf('/2019/knots')).toEqual([404, null]);
    const { data } = (await project.publishable.get('/v1/blog/articles?limit=1')).body;
    const article = data[0] as { id: string; slug: string };
    await defineType(project, 'redirect', redirectDefinition.fields);

    const redirect = (from: string, to: object) => publishEntry(project, 'redirect', { from, ...to });
    await redirect('/2019/knots', { blog_article: article.id });
    await redirect('/blog/old-news/', { to: 'https://example.com/news' });
    await redirect('/2019/about.html', { to: '/blog' });
    await redirect('/help', { to: '/blog' });
    await redirect('/circle', { to: '/circle' });
    await redirect('/kreis-ü', { to: '/kreis-%C3%BC?again' });
    await redirect('/mail', { to: 'mailto:ada@example.com' });
    await redirect('/結び目', { to: '/blog?q=結び目' });
    await expect.poll(() => site().isPurged(), { timeout: 60_000 }).toBe(true);

    const toArticle = [301, `${origin}/blog/${article.slug}`];
    await expect.poll(() => locationOf('/2019/knots'), { timeout: 30_000 }).toEqual(toArticle);
    expect(await locationOf('/2019/knots')).toEqual(toArticle);
    expect(await locationOf('/2019/about.html')).toEqual([301, `${origin}/blog`]);
    expect(await locationOf('/blog/old-news')).toEqual([301, 'https://example.com/news']);
    const help = framework.pageWins ? [200, null] : [301, `${origin}/blog`];
    expect(await locationOf('/help')).toEqual(help);
    for (const path of ['/circle', '/kreis-ü', '/mail', `/${'long'.repeat(1_000)}`])
      expect(await locationOf(path)).toEqual([404, null]);
    expect(await locationOf('/結び目')).toEqual([301, `${origin}/blog?q=${encodeURIComponent('結び目')}`]);
    const response = await fetch(`${origin}/2019/knots`, { method: 'POST', redirect: 'manual' });
    expect(response.status).not.toBe(301);
    expect(await locationOf('/2019/other')).toEqual([404, null]);
  });
}
