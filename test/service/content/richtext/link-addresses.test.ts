import { describe, expect, it } from 'vitest';
import { commandsOfService } from '../../../support/commands.ts';
import { createEntry, defineType, expectDone, publishEntry } from '../../../support/content.ts';
import { startOwnService, type TestProject } from '../../../support/service.ts';
import { linkedProject, type Target } from '../../../support/richtext/linked-project.ts';

const service = await startOwnService();

/** Publishes an article that links to the target. @returns how its body is read now, each time it is asked */
async function articleWithLink(project: TestProject, type: string, id: string) {
  const { slug } = expectDone(
    await project.secret.post('/v1/blog/articles', {
      title: 'Links',
      body: document([[type, id]]),
      publish: true,
    }),
  ) as { slug: string };
  return async () =>
    (await project.publishable.get(`/v1/blog/articles/${slug}`)).body.body as { html: string; json: unknown };
}

function document(refs: [type: string, id: string][]) {
  const content = refs.map(([type, id]) => ({
    type: 'text',
    text: 'x',
    marks: [{ type: 'link', attrs: { ref: { type, id } } }],
  }));
  return { version: 2, content: content.map((text) => ({ type: 'paragraph', content: [text] })) };
}

const kinds = ['blog_article', 'blog_category', 'author', 'kb_article'] as const;
const paths = {
  blog_article: '/blog/articles',
  blog_category: '/blog/categories',
  author: '/authors',
  kb_article: '/kb/articles',
};

describe('a link to content in html', () => {
  it.each(kinds)('names the kind and the slug of what it leads to: %s', async (kind) => {
    const { project, target } = await linkedProject(service);
    const { id, slug } = target(kind);
    const read = await articleWithLink(project, kind, id);

    expect((await read()).html).toBe(
      `<p><a href="/v1${paths[kind]}/${slug}" data-ref="${id}" data-type="${kind}" data-slug="${slug}">x</a></p>`,
    );
  });

  it('names the content type of an entry too, and its slug where the type has such a field', async () => {
    const { project, target } = await linkedProject(service);
    await defineType(project, 'note', { title: 'string' });
    const note = await publishEntry(project, 'note', { title: 'Plain' });
    const { id } = target('entry');
    const recipe = await articleWithLink(project, 'entry', id);
    const plain = await articleWithLink(project, 'entry', note);

    expect((await recipe()).html).toBe(
      `<p><a href="/v1/content/recipe/${id}" data-ref="${id}" data-type="entry" data-slug="dark-rye" data-content-type="recipe">x</a></p>`,
    );
    expect((await plain()).html).toBe(
      `<p><a href="/v1/content/note/${note}" data-ref="${note}" data-type="entry" data-content-type="note">x</a></p>`,
    );
  });

  it.each([
    ['blog_article', '/blog/{slug}', (one: Target) => `/blog/${one.slug}`],
    ['blog_category', '/blog?topic={slug}', (one: Target) => `/blog?topic=${one.slug}`],
    ['author', 'https://people.example/{slug}', (one: Target) => `https://people.example/${one.slug}`],
    ['kb_article', '/help/{id}/{slug}', (one: Target) => `/help/${one.id}/${one.slug}`],
    ['kb_collection', '/help#{slug}', (one: Target) => `/help#${one.slug}`],
    ['kb_section', '/help#{slug}', (one: Target) => `/help#${one.slug}`],
    ['entry', '/{type}/{slug}', (one: Target) => `/recipe/${one.slug}`],
    ['entry:recipe', '/bread/{slug}', (one: Target) => `/bread/${one.slug}`],
  ] as const)('leads to the page of the site by the pattern of %s: %s', async (key, pattern, address) => {
    const { project, target, setPatterns } = await linkedProject(service);
    const kind = key.split(':')[0] ?? '';
    const to = target(kind);
    const read = await articleWithLink(project, kind, to.id);
    const before = await read();

    expect((await setPatterns({ [key]: pattern })).status).toBe(200);

    const { html, json } = await read();
    expect(html).toContain(`<a href="${address(to)}" data-ref="${to.id}" data-type="${kind}"`);
    expect(html).not.toContain('rel='); // the site itself is no foreign one
    expect(json).toEqual(before.json);

    expect((await setPatterns(null)).status).toBe(200);
    expect(await read()).toEqual(before);
  });

  it('prefers the pattern of the entry’s own type, and keeps the API’s path for what has no slug to fill in', async () => {
    const { project, target, setPatterns } = await linkedProject(service);
    await defineType(project, 'note', { title: 'string', slug: 'string' });
    const bare = await publishEntry(project, 'note', { title: 'Plain' });
    const steps = await publishEntry(project, 'note', { title: 'Steps', slug: '..' });
    const odd = await publishEntry(project, 'note', { title: 'Odd', slug: 'ライ麦/"パン"' });
    await setPatterns({ entry: '/n/{slug}', 'entry:recipe': '/recipes/{slug}' });
    const hrefOf = async (id: string) =>
      /href="([^"]*)"/.exec((await (await articleWithLink(project, 'entry', id))()).html)?.[1];

    expect(await hrefOf(target('entry').id)).toBe('/recipes/dark-rye');
    expect(await hrefOf(bare)).toBe(`/v1/content/note/${bare}`);
    expect(await hrefOf(steps)).toBe(`/v1/content/note/${steps}`);
    expect(await hrefOf(odd)).toBe(`/n/${encodeURIComponent('ライ麦/"パン"')}`);
  });

  it('is the bare text while its target cannot be seen, with a pattern too, and follows a new slug', async () => {
    const { project, setPatterns } = await linkedProject(service);
    await setPatterns({ blog_article: '/blog/{slug}' });
    const { id, slug } = expectDone(
      await project.secret.post('/v1/blog/articles', { title: 'Later' }),
    ) as Target;
    const read = await articleWithLink(project, 'blog_article', id);
    expect((await read()).html).toBe('<p>x</p>');

    expectDone(await project.secret.patch(`/v1/blog/articles/${slug}`, { slug: 'moved', publish: true }));
    expect((await read()).html).toContain('href="/blog/moved"');

    expectDone(await project.secret.patch('/v1/blog/articles/moved', { publish: false }));
    expect((await read()).html).toBe('<p>x</p>');
  });

  it('changes nothing but html: links of fields keep the API’s path', async () => {
    const { project, target, setPatterns } = await linkedProject(service);
    const { id, slug } = target('author');
    await defineType(project, 'page', [{ key: 'by', type: 'link', options: { target: 'author' } }]);
    const page = await publishEntry(project, 'page', { by: id });
    await setPatterns({ author: '/people/{slug}' });

    const { values } = (await project.publishable.get(`/v1/content/page/${page}`)).body;
    expect(values.by).toEqual({ id, type: 'author', title: 'Ada', slug, url: `/v1/authors/${slug}` });
  });

  it('is changed at once in answers that were kept, in entries and in the knowledge base too', async () => {
    const { project, target, setPatterns } = await linkedProject(service);
    const body = document([['author', target('author').id]]);
    await defineType(project, 'story', { body: 'richtext' });
    const story = (await createEntry(project, 'story', { body }, { publish: true })).id as string;
    const { slug } = target('kb_article');
    expectDone(await project.secret.patch(`/v1/kb/articles/${slug}`, { body }));
    const read = async (path: string) => JSON.stringify((await project.publishable.get(path)).body);
    const reads = [`/v1/content/story/${story}`, '/v1/content/story', `/v1/kb/articles/${slug}`];
    for (const path of reads) expect(await read(path)).toContain('/v1/authors/ada');

    await setPatterns({ author: '/people/{slug}' });
    for (const path of reads) expect(await read(path)).toContain('/people/ada');
  });

  it('costs no query of its own, however many there are', async () => {
    const { project, setPatterns } = await linkedProject(service);
    await setPatterns({ entry: '/{type}/{slug}', author: '/people/{slug}' });
    await defineType(project, 'story', { body: 'richtext' });
    const storyWith = async (count: number) => {
      const refs: [string, string][] = [];
      for (let i = 0; i < count; i += 1) {
        refs.push(['entry', await publishEntry(project, 'recipe', { slug: `r-${i}` })]);
        refs.push([
          'author',
          (expectDone(await project.secret.post('/v1/authors', { name: `A ${i}` })) as Target).id,
        ]);
      }
      return (await createEntry(project, 'story', { body: document(refs) }, { publish: true })).id as string;
    };
    const [one, many] = [await storyWith(1), await storyWith(12)];
    const read = async (id: string) => (await project.publishable.get(`/v1/content/story/${id}`)).body;
    await read(one); // the types are known from here on
    const questions = async (id: string) => {
      expectDone(await project.secret.post('/v1/authors', { name: 'Another' })); // no answer is kept any longer
      return commandsOfService(service.app.system, async () => {
        expect((await read(id)).values.body.html).toMatch(/href="\/recipe\/r-0".*href="\/people\/a-/);
      });
    };

    expect((await questions(many)).sort()).toEqual((await questions(one)).sort());
  });
});
