import { describe, expect, it } from 'vitest';
import { startService } from '../../../test/support/service.ts';
import { handlePreview, type PathOf, type PreviewContext } from '../src/requests/preview-request.ts';
import { newArticle, openPreview, settingsOf } from './support/site.ts';

const service = await startService();
const project = await service.newProject();
const settings = settingsOf(service, project);
const { article } = await newArticle(project);
const { owner, token } = await openPreview(service, project);

const pathOf: PathOf = async ({ type, slug, id, locale, client }) => {
  if (locale !== '') return `/${locale}/blog/${slug}`;
  if (type === 'blog_article') return `/blog/${slug}`;
  return type === 'by_id' ? `/blog/${(await client.blog.articles.get(id)).slug}` : null;
};

async function open(parameters: Record<string, string>) {
  const stored: (string | null)[] = [];
  const dashboards: (string | undefined)[] = [];
  const request = new Request(`http://site.test/api/preview?${new URLSearchParams(parameters).toString()}`);
  const storePreview: PreviewContext['storePreview'] = async (preview) => {
    stored.push(preview?.token ?? null);
    dashboards.push(preview?.session.dashboard);
  };
  const response = await handlePreview(request, { settings, pathOf, storePreview });
  const { status, headers } = response;
  return { status, to: headers.get('Location'), stored, dashboards, headers };
}

describe('the preview route', () => {
  it('stores a valid token, and redirects to the page of the item', async () => {
    const { headers, dashboards, ...done } = await open({ token, type: 'blog_article', slug: 'kites' });

    expect(dashboards).toEqual(['http://galley.test']);
    expect(done).toEqual({ status: 307, to: '/blog/kites', stored: [token] });
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
  });

  it('finds the page of a draft, prefers the path parameter, and otherwise redirects to the start page', async () => {
    expect(await open({ token, type: 'by_id', id: article })).toMatchObject({ to: '/blog/kites' });
    expect(await open({ token, path: '/help?a=1#b' })).toMatchObject({ to: '/help?a=1#b' });
    expect(await open({ token, type: 'blog_article', slug: 'drachen', locale: 'de' })).toMatchObject({
      to: '/de/blog/drachen',
    });
    expect(await open({ token, type: 'maker' })).toMatchObject({ to: '/' });
    expect(await open({ token, type: 'by_id', id: 'art_none' })).toMatchObject({ status: 404, stored: [] });
  });

  it.each([
    ...['//evil.test', '/\\evil.test', '\\\\evil.test', '/\t/evil.test', 'https://evil.test', 'evil.test'],
    ...['/%0d\n//evil.test', 'javascript:alert(1)', '', ' /blog', '/blog\\..\\..', '/blog\u0000'],
  ])('does not redirect to another site for %j', async (path) => {
    expect(await open({ token, path })).toMatchObject({ status: 400, to: null, stored: [] });
  });

  it('ends the preview of a browser with an invalid token', async () => {
    for (const wrong of ['', 'pv_wrong', 'sk_of-something', 'pv_a b'])
      expect(await open({ token: wrong, path: '/blog' })).toMatchObject({ status: 401, stored: [null] });
    await owner.send('DELETE', '/session');

    expect(await open({ token, path: '/blog' })).toMatchObject({ status: 401, stored: [null] });
  });
});
