import { describe, expect, it } from 'vitest';
import { valuesOf } from '../../../support/client.ts';
import { pasteGuide } from '../../../support/guide.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();

describe('docs/model/blog.md', () => {
  it('has requests that work when pasted one after another', async () => {
    const project = await service.newProject();

    await pasteGuide('model/blog.md', service, project);

    const list = await project.publishable.get('/v1/blog/articles');
    expect(valuesOf(list, 'slug')).toEqual(['a-lighter-keel-for-the-plover']);
    expect(list.body.data[0]).toMatchObject({
      authors: [{ slug: 'nell-farrow' }],
      categories: [{ name: 'Workshop', slug: 'from-the-bench' }],
      word_count: 8,
    });
    expect(await project.events()).toEqual([
      'blog.article.published',
      'blog.article.published',
      'blog.article.unpublished',
      'blog.article.deleted',
    ]);
  });
});

describe('docs/model/authors.md', () => {
  it('has requests that work when pasted one after another', async () => {
    const project = await service.newProject();

    await pasteGuide('model/authors.md', service, project);

    expect(valuesOf(await project.publishable.get('/v1/authors'), 'slug')).toEqual([]);
  });
});
