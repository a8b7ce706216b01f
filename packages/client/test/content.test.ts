import { describe, expect, it } from 'vitest';
import { GalleyError } from '../src/main.ts';
import { shop } from './project.ts';

type Client = Awaited<ReturnType<typeof shop>>['client'];

async function sell(client: Client, prices: readonly number[]): Promise<void> {
  for (const price of prices) {
    await client.content('product').create({ values: { title: `At ${price}`, price }, publish: true });
  }
}

async function refusalOf(work: PromiseLike<unknown>): Promise<GalleyError> {
  const thrown = await Promise.resolve(work).catch((fault: unknown) => fault);
  if (!(thrown instanceof GalleyError)) throw new Error(`no refusal but ${String(thrown)}`);
  return thrown;
}

describe('client.content', () => {
  it('filters, sorts and counts a list', async () => {
    const { client, visitor } = await shop();
    await sell(client, [5, 10, 20]);

    const page = await visitor
      .content('product')
      .list({ where: { price: { gte: 10 } }, sort: '-price', count: true });

    expect(page.data.map(({ values }) => values.price)).toEqual([20, 10]);
    expect(page.meta).toMatchObject({ type: 'product', total: 2, release: { default: true } });
  });

  it('answers the fields alone that are asked for, and knows no others of them', async () => {
    const { client } = await shop();
    await sell(client, [5]);
    const products = client.content('product');

    const { data } = await products.list({ fields: ['title'] });
    const one = await products.get(data[0]?.id ?? '', { fields: ['price', 'title'] });

    expect(data.map(({ values }) => values)).toEqual([{ title: 'At 5' }]);
    expect([one.values.title, one.values.price]).toEqual(['At 5', 5]);
    // @ts-expect-error -- the price was not asked for
    expect(data[0]?.values.price).toBeUndefined();
    // @ts-expect-error -- there is no such field
    await expect(products.list({ fields: ['titel'] })).rejects.toMatchObject({ code: 'unknown_field' });
  });

  it.each([{ sort: '-price' as const }, {}])('gives every entry of every page with %o', async (query) => {
    const { client } = await shop();
    await sell(client, [1, 2, 3, 4, 5]);
    const listing = client.content('product').list({ ...query, limit: 2 });

    const prices: (number | null)[] = [];
    for await (const { values } of listing) prices.push(values.price);
    const sizes: number[] = [];
    for await (const { data } of listing.pages()) sizes.push(data.length);

    expect(prices).toEqual([5, 4, 3, 2, 1]);
    expect(sizes).toEqual([2, 2, 1]);
  });

  it('writes values of filters so that commas, ampersands and backslashes stay in them', async () => {
    const { client } = await shop();
    const titles = ['a,b', 'c\\d', 'e&f=g', '100 % #1'];
    for (const title of titles) await client.content('brand').create({ values: { title }, publish: true });
    const brands = client.content('brand');

    const found = await brands.list({ where: { title: { in: titles } } });
    const one = await brands.list({ where: { title: 'e&f=g' } });

    expect(found.data.map(({ values }) => values.title)).toEqual(titles.toReversed());
    expect(one.data).toHaveLength(1);
  });

  it('reads, changes, finds what points at an entry, and deletes', async () => {
    const { client } = await shop();
    const brand = await client.content('brand').create({ values: { title: 'Oak' }, publish: true });
    const made = await client
      .content('product')
      .create({ values: { title: 'Chair', brand: brand.id }, publish: true });

    const changed = await client.content('product').patch(made.id, { values: { price: 3 } });
    const read = await client.content('product').get(made.id);
    const places = await client.content('brand').referencedBy(brand.id);
    await client.content('product').delete(made.id);

    expect(changed).toMatchObject({ status: 'published', values: { title: 'Chair', price: 3 } });
    expect(read.values.brand).toMatchObject({ id: brand.id, values: { title: 'Oak' } });
    expect(places.data).toMatchObject([{ id: made.id, field: 'brand' }]);
    expect((await refusalOf(client.content('product').get(made.id))).code).toBe('unknown_entry');
  });

  it('tries a write without storing it, and refuses one of another revision', async () => {
    const { client } = await shop();
    const { id, revision } = await client.content('brand').create({ values: { title: 'A' } });
    const rename = (title: string, options: object) =>
      client.content('brand').patch(id, { values: { title } }, options);

    const tried = await rename('B', { dryRun: true });
    const kept = await rename('C', { ifMatch: revision });
    const late = await refusalOf(rename('D', { ifMatch: revision }));

    expect(tried).toMatchObject({ values: { title: 'B' }, meta: { dry_run: true } });
    expect(kept.values.title).toBe('C');
    expect(late).toMatchObject({ status: 409, code: 'revision_conflict' });
  });
});

describe('client.singleton', () => {
  it('replaces, changes and reads the values alone', async () => {
    const { client, visitor } = await shop();
    const homepage = client.singleton('homepage');
    await homepage.put({ values: { headline: 'Hello' }, publish: true });

    expect(await visitor.singleton('homepage').get()).toEqual({ headline: 'Hello' });
    await homepage.patch({ values: { headline: null } });
    expect(await homepage.get()).toEqual({ headline: null });
  });
});

describe('a refusal', () => {
  it('carries code, status, parameter, request id and every fault', async () => {
    const { client } = await shop();
    const values = { price: 'much', brand: 5 } as unknown as { title: string }; // what a program without types may send

    const refusal = await refusalOf(client.content('product').create({ values }));

    expect(refusal).toMatchObject({
      name: 'GalleyError',
      status: 400,
      code: 'missing_required_field',
      param: 'title',
    });
    expect(refusal.requestId).toMatch(/^req_/);
    expect(refusal.errors.map(({ param }) => param)).toEqual(['title', 'price', 'brand']);
    expect(refusal.message).toBe(refusal.body.message);
  });

  it('is the same for lists that are awaited and for those that are iterated', async () => {
    const { client } = await shop();
    const listing = () => client.content('product').list({ limit: 101 });

    expect((await refusalOf(listing())).code).toBe('invalid_limit');
    expect((await refusalOf(listing()[Symbol.asyncIterator]().next())).code).toBe('invalid_limit');
  });
});

describe('the other parts of the client', () => {
  it('tell whose key it is and what the project holds', async () => {
    const { client, project } = await shop();

    expect((await client.ping()).project.id).toBe(project.id);
    const { content_types, releases } = await client.introspection();
    expect(content_types.map(({ slug }) => slug)).toEqual(['brand', 'product', 'homepage']);
    expect(releases).toHaveLength(1);
    const some = await client.introspection({ types: ['product', 'brand'] });
    expect(some.content_types.map(({ slug }) => slug)).toEqual(['brand', 'product']);
    expect((await client.schema.list()).data.map(({ slug }) => slug)).toEqual([
      'brand',
      'product',
      'homepage',
    ]);
    expect((await client.schema.get('product')).display_field).toBe('title');
  });

  it('define the blocks of pages, in a release of their own too', async () => {
    const { client } = await shop();
    const fields = [{ key: 'title', type: 'string' }] as const;
    const { id: release } = await client.releases.clone({ name: 'Spring' });

    const made = await client.schema.blocks.put('hero', { fields: [...fields] });
    await client.schema.blocks.put('quote', { fields: [...fields] }, { release });
    const changed = await client.schema.blocks.put('hero', { name: 'Top' }, { ifMatch: made.revision });

    expect(await client.schema.blocks.get('hero')).toEqual(changed);
    expect((await client.schema.blocks.list()).data).toEqual([changed]);
    expect((await client.schema.blocks.list({ release })).data.map(({ slug }) => slug)).toEqual(['quote']);
    await expect(client.schema.blocks.get('quote')).rejects.toMatchObject({ code: 'unknown_block' });
    const { blocks } = await client.releases.diff(release);
    expect(blocks?.added.map(({ slug }) => slug)).toEqual(['quote']);
  });

  it('clone a release, work in it alone, compare, promote and delete', async () => {
    const { client } = await shop();
    await sell(client, [1]);
    const { id } = await client.releases.clone({ name: 'Spring' });
    const [first] = (await client.releases.list()).data;

    await client.content('product').create({ values: { title: 'New' }, publish: true }, { release: id });

    expect((await client.content('product').list()).data).toHaveLength(1);
    expect((await client.content('product').list({ release: id })).data).toHaveLength(2);
    expect((await client.releases.diff(id)).summary.entries).toMatchObject({ added: 1 });
    expect((await client.releases.rename(id, 'Summer')).name).toBe('Summer');
    const promote_at = new Date(Date.now() + 3_600_000).toISOString();
    expect(await client.releases.schedule(id, { promote_at, if_diverged: 'refuse' })).toMatchObject({
      promote_at,
    });
    expect(await client.releases.schedule(id, { promote_at: null })).not.toHaveProperty('promote_at');
    expect((await client.releases.promote(id)).default).toBe(true);
    await client.releases.delete(first?.id ?? '');
    expect((await client.releases.list()).data.map(({ name }) => name)).toEqual(['Summer']);
  });

  it('write and read the blog and its authors', async () => {
    const { client, visitor } = await shop();
    const author = await client.authors.create({ name: 'Ada' });
    const category = await client.blog.categories.create({ name: 'News' });
    const made = await client.blog.articles.create({
      title: 'First words',
      body: { markdown: 'Some *words*.' },
      authors: [author],
      categories: [category.id],
      tags: ['x'],
      publish: true,
    });

    expect((await visitor.blog.articles.list({ tag: 'x', author: author.slug })).data).toMatchObject([
      { slug: made.slug, authors: [{ name: 'Ada' }] },
    ]);
    await client.blog.articles.patch(made.slug, { excerpt: 'Short' });
    expect(await visitor.blog.articles.get(made.slug)).toMatchObject({
      excerpt: 'Short',
      body: { plain: 'Some words.' },
    });
    await client.blog.articles.delete(made.slug);
    expect((await visitor.blog.articles.list()).data).toEqual([]);
  });

  it('write the knowledge base, vote and review', async () => {
    const { client, visitor } = await shop();
    const collection = await client.kb.collections.create({ title: 'Guides' });
    const section = await client.kb.sections.create({ title: 'Start', collection: collection.id });
    const { slug } = await client.kb.articles.create({
      title: 'Install',
      section: section.id,
      publish: true,
    });

    expect(await visitor.kb.articles.vote(slug, { helpful: true })).toMatchObject({ helpful_count: 1 });
    expect((await client.kb.articles.review(slug)).last_reviewed_at).not.toBeNull();
    expect((await visitor.kb.tree()).data).toMatchObject([
      { article_count: 1, sections: [{ title: 'Start' }] },
    ]);
    expect((await visitor.kb.articles.list({ section: 'start' })).data).toHaveLength(1);
    expect((await visitor.kb.articles.get(slug)).freshness).toBe('fresh');
  });
});
