import { describe, expect, it } from 'vitest';
import { signedIn } from '../../../support/dashboard.ts';
import { startOwnService } from '../../../support/service.ts';
import { linkedProject } from '../../../support/richtext/linked-project.ts';

const service = await startOwnService();

describe('the patterns of a project’s site', () => {
  it('are no one’s business but owners’', async () => {
    const { project } = await linkedProject(service);
    const editor = await signedIn(service, project.id, 'editor');
    const path = `/projects/${project.id}/settings`;

    expect((await editor.send('PATCH', path, { link_patterns: {} })).status).toBe(403);
    expect((await editor.send('GET', path)).body.link_patterns).toEqual({});
  });

  it.each([
    [{ blog_article: '/blog/{nme}' }, 'invalid_field_value', 'link_patterns.blog_article', '{nme}'],
    [{ blog_article: '/blog/{slug' }, 'invalid_field_value', 'link_patterns.blog_article', '{'],
    [{ blog_article: '/blog' }, 'invalid_field_value', 'link_patterns.blog_article', '{slug} or {id}'],
    [{ author: 'javascript:alert("{slug}")' }, 'invalid_field_value', 'link_patterns.author', 'http'],
    [{ author: 'blog/{slug}' }, 'invalid_field_value', 'link_patterns.author', '/blog/{slug}'],
    [{ author: '//evil.example/{slug}' }, 'invalid_field_value', 'link_patterns.author', '/blog/{slug}'],
    [
      { author: 'https://x.example{slug}/' },
      'invalid_field_value',
      'link_patterns.author',
      'behind the host',
    ],
    [{ blog_artcle: '/blog/{slug}' }, 'unknown_field', 'link_patterns.blog_artcle', 'blog_artcle'],
    [{ author: '' }, 'invalid_field_value', 'link_patterns.author', ''],
    [{ author: `/${'x'.repeat(500)}/{slug}` }, 'invalid_field_value', 'link_patterns.author', ''],
    [{ author: 5 }, 'invalid_field_value', 'link_patterns.author', ''],
    ['/blog/{slug}', 'invalid_field_value', 'link_patterns', ''],
  ])('are refused when they lead nowhere: %j', async (patterns, code, param, words) => {
    const { setPatterns } = await linkedProject(service);

    const { status, body } = await setPatterns(patterns);

    expect([status, body.error.code, body.error.param]).toEqual([400, code, param]);
    expect(body.error.message).toContain(words);
  });

  it('are refused with all their faults at once', async () => {
    const { setPatterns } = await linkedProject(service);

    const { body } = await setPatterns({ author: '/a', blog_category: 'c', kb_article: '/{slug}' });

    expect((body.error.errors as { param: string }[]).map(({ param }) => param)).toEqual([
      'link_patterns.author',
      'link_patterns.blog_category',
    ]);
  });

  it('may be one address for all entries of a type, and another site’s', async () => {
    const { setPatterns } = await linkedProject(service);
    const patterns = { 'entry:imprint': '/imprint', blog_article: 'https://blog.example/{slug}' };

    expect((await setPatterns(patterns)).body.link_patterns).toEqual(patterns);
  });

  it('move readers’ caches on: the versions of all that has rich text grow, and only by a change', async () => {
    const { project, setPatterns } = await linkedProject(service);
    const versions = async () => {
      const { modules } = (await project.secret.get('/v1/changes')).body;
      return modules as Record<string, { version: number }>;
    };
    const before = await versions();
    await setPatterns({ author: '/people/{slug}' });
    const after = await versions();
    await setPatterns({ author: '/people/{slug}' });

    expect(await versions()).toEqual(after);
    const grown = Object.keys(before).filter((name) => before[name]?.version !== after[name]?.version);
    expect(grown.sort()).toEqual(['blog', 'content', 'kb']);
  });
});
