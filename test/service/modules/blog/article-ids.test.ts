import { describe, expect, it } from 'vitest';
import { startService } from '../../../support/service.ts';

const service = await startService();
const articles = '/v1/blog/articles';

describe('ids written to an article', () => {
  it('are refused with unknown_link, which says what each really is', async () => {
    const project = await service.newProject();
    const author = await project.secret.post('/v1/authors', { name: 'Edda' });
    const category = await project.secret.post('/v1/blog/categories', { name: 'Notes' });

    const swapped = await project.secret.post(articles, { title: 'A', authors: [category.body.id] });
    const noImage = await project.secret.post(articles, { title: 'A', seo: { og_image_id: author.body.id } });
    const inBody = await project.secret.post(articles, {
      title: 'A',
      body: {
        content: [
          {
            type: 'paragraph',
            content: [
              {
                type: 'text',
                text: 'x',
                marks: [{ type: 'link', attrs: { ref: { type: 'blog_category', id: author.body.id } } }],
              },
            ],
          },
        ],
      },
    });

    const refusal = { code: 'unknown_link' };
    expect(swapped).toMatchObject({
      status: 400,
      body: { error: { ...refusal, param: 'authors', expected: 'author', got: 'blog_category' } },
    });
    expect(noImage.body.error).toMatchObject({
      ...refusal,
      param: 'seo.og_image_id',
      expected: 'media',
      got: 'author',
    });
    expect(inBody.body.error).toMatchObject({ ...refusal, expected: 'blog_category', got: 'author' });
    expect(inBody.body.error.param).toMatch(/^body\.content\[0\]/);
  });

  it('that are missing are unknown_author and unknown_blog_category, another project’s too', async () => {
    const [project, other] = [await service.newProject(), await service.newProject()];
    const author = await other.secret.post('/v1/authors', { name: 'Edda' });
    const category = await other.secret.post('/v1/blog/categories', { name: 'Notes' });

    const foreignAuthor = await project.secret.post(articles, { title: 'A', authors: [author.body.id] });
    const foreignCategory = await project.secret.post(articles, {
      title: 'A',
      categories: [category.body.id],
    });
    const malformed = await project.secret.post(articles, { title: 'A', authors: ['aut_1'] });

    expect(foreignAuthor).toMatchObject({
      status: 404,
      body: { error: { code: 'unknown_author', param: 'authors', got: 'nothing' } },
    });
    expect(foreignCategory).toMatchObject({
      status: 404,
      body: { error: { code: 'unknown_blog_category', param: 'categories' } },
    });
    expect(malformed).toMatchObject({
      status: 400,
      body: { error: { code: 'unknown_link', got: 'nothing' } },
    });
  });

  it('may lead to a draft: the write succeeds with a warning, and the link reads null until then', async () => {
    const project = await service.newProject();
    const target = await project.secret.post(articles, { title: 'Target' });
    const ref = { type: 'blog_article', id: target.body.id };
    const text = { type: 'text', text: 'there', marks: [{ type: 'link', attrs: { ref } }] };
    const body = { content: [{ type: 'paragraph', content: [text] }] };

    const created = await project.secret.post(articles, { title: 'Source', body, publish: true });
    const before = await project.publishable.get(`${articles}/source`);
    await project.secret.patch(`${articles}/target`, { publish: true });
    const after = await project.publishable.get(`${articles}/source`);

    expect(created.body.meta.warnings).toMatchObject([{ code: 'reference_unpublished', id: target.body.id }]);
    expect(before.body.body.html).toBe('<p>there</p>');
    expect(after.body.body.html).toContain('href="/v1/blog/articles/target"');
  });
});
