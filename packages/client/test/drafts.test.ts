import { describe, expect, it } from 'vitest';
import { shop } from './project.ts';

describe('a change', () => {
  it('writes drafts alone where it is asked to', async () => {
    const { client, visitor } = await shop();
    const products = client.content('product');
    const { id } = await products.create({ values: { title: 'Old', price: 1 }, publish: true });
    const article = await client.blog.articles.create({ title: 'Old', publish: true });

    const draft = await products.patch(id, { values: { price: 2 } }, { draft: true });
    const text = await client.blog.articles.patch(article.slug, { title: 'New' }, { draft: true });
    const home = await client.singleton('homepage').put({ values: {} }, { draft: true, dryRun: true });

    expect([draft.values.price, draft.has_unpublished_changes]).toEqual([2, true]);
    expect([text.title, home.status]).toEqual(['New', 'draft']);
    expect((await visitor.content('product').get(id)).values.price).toBe(1);
    expect((await visitor.blog.articles.get(article.slug)).title).toBe('Old');
    // @ts-expect-error -- authors have no draft
    await expect(client.authors.patch('nobody', { name: 'A' }, { draft: true })).rejects.toThrow();
  });
});
