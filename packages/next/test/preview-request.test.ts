import { describe, expect, it } from 'vitest';
import { startService } from '../../../test/support/service.ts';
import { answerPreview, type PathOf } from '../src/preview-request.ts';
import { newArticle, openPreview, settingsOf } from './support/site.ts';

const service = await startService();
const project = await service.newProject();
const settings = settingsOf(service, project);
const { article } = await newArticle(project);
const { owner, token } = await openPreview(service, project);

const pathOf: PathOf = async ({ type, slug, id, client }) => {
  if (type === 'blog_article') return `/blog/${slug}`;
  return type === 'by_id' ? `/blog/${(await client.blog.articles.get(id)).slug}` : null;
};

async function open(asked: Record<string, string>) {
  const kept: (string | null)[] = [];
  const request = new Request(`http://site.test/api/preview?${new URLSearchParams(asked).toString()}`);
  const keep = async (given: string | null) => void kept.push(given);
  const answer = await answerPreview(request, { settings, pathOf, keep });
  return { status: answer.status, to: answer.headers.get('Location'), kept, headers: answer.headers };
}

describe('the route that begins a preview', () => {
  it('keeps a token that opens drafts, and leads to the page of the item', async () => {
    const { headers, ...done } = await open({ token, type: 'blog_article', slug: 'kites' });

    expect(done).toEqual({ status: 307, to: '/blog/kites', kept: [token] });
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
  });

  it('asks for a page by the draft, takes a path as it is, and begins at the start without either', async () => {
    expect(await open({ token, type: 'by_id', id: article })).toMatchObject({ to: '/blog/kites' });
    expect(await open({ token, path: '/help?a=1#b' })).toMatchObject({ to: '/help?a=1#b' });
    expect(await open({ token, type: 'maker' })).toMatchObject({ to: '/' });
    expect(await open({ token, type: 'by_id', id: 'art_none' })).toMatchObject({ status: 404, kept: [] });
  });

  it.each([
    ...['//evil.test', '/\\evil.test', '\\\\evil.test', '/\t/evil.test', 'https://evil.test', 'evil.test'],
    ...['/%0d\n//evil.test', 'javascript:alert(1)', '', ' /blog', '/blog\\..\\..', '/blog\u0000'],
  ])('goes to no other site by %j', async (path) => {
    expect(await open({ token, path })).toMatchObject({ status: 400, to: null, kept: [] });
  });

  it('ends the preview of a browser whose token opens nothing', async () => {
    for (const wrong of ['', 'pv_wrong', 'sk_of-something', 'pv_a b'])
      expect(await open({ token: wrong, path: '/blog' })).toMatchObject({ status: 401, kept: [null] });
    await owner.send('DELETE', '/session');

    expect(await open({ token, path: '/blog' })).toMatchObject({ status: 401, kept: [null] });
  });
});
