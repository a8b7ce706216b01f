import { describe, expect, it } from 'vitest';
import { commandsOfService } from '../../../support/commands.ts';
import { startOwnService, type TestProject } from '../../../support/service.ts';
import { newPages as newPagesOf } from '../../../support/reads/priced-pages.ts';

const service = await startOwnService();

const newPages = () => newPagesOf(service);
const commandsOf = (work: () => Promise<unknown>) => commandsOfService(service.app.system, work);

/** What every request costs: its key with the project, and its budget. */
const entrance = ['aggregate api_keys', 'findAndModify counters'];

describe('a repeated read', () => {
  it('costs nothing but the key and the budget, and has the same bytes and tag', async () => {
    const { publishable, add } = await newPages();
    await add({ title: 'A' });
    const first = await publishable.get('/v1/content/page');

    const commands = await commandsOf(async () => {
      const second = await publishable.get('/v1/content/page');
      expect(second.text).toBe(first.text);
      expect(second.headers.get('ETag')).toBe(first.headers.get('ETag'));
      expect(second.headers.get('X-Request-Id')).not.toBe(first.headers.get('X-Request-Id'));
    });

    expect(commands.sort()).toEqual(entrance); // both at the same time
  });

  it('is one read for all spellings of the same question', async () => {
    const { publishable, add } = await newPages();
    await add({ title: 'A', price: 1 });
    await publishable.get('/v1/content/page?where[title]=A&where[price][gte]=1&limit=5');

    const commands = await commandsOf(() =>
      publishable.get(
        '/v1/content/page?limit=5&where%5Bprice%5D[gte]=1&_=17&where[title][eq]=A&utm_source=x',
      ),
    );

    expect(commands.sort()).toEqual(entrance); // both at the same time
  });

  it('is one read for whatever `release` says where there are no releases', async () => {
    const { publishable } = await newPages();
    await publishable.get('/v1/authors');

    const commands = await commandsOf(() => publishable.get('/v1/authors?release=rel_any'));

    expect(commands.sort()).toEqual(entrance); // both at the same time
  });

  it('is answered 304 when the caller has it', async () => {
    const { publishable, add } = await newPages();
    await add({ title: 'A' });
    const first = await publishable.get('/v1/content/page');

    const second = await publishable.get('/v1/content/page', {
      'If-None-Match': first.headers.get('ETag') ?? '',
    });

    expect(second).toMatchObject({ status: 304, text: '' });
    expect(second.headers.get('X-RateLimit-Remaining-read')).not.toBeNull();
  });

  it.each([
    ['another page size', '/v1/content/page?limit=1'],
    ['another filter', '/v1/content/page?where[title]=B'],
    ['another order', '/v1/content/page?sort=-title'],
  ])('is not mistaken for %s', async (_what, path) => {
    const { publishable, add } = await newPages();
    await add({ title: 'A' });
    await add({ title: 'B' });
    const all = await publishable.get('/v1/content/page?sort=title');

    const other = await publishable.get(path);

    expect(other.status).toBe(200);
    expect(other.text).not.toBe(all.text);
  });
});

describe('a write', () => {
  it('is in the very next answer, whatever was kept', async () => {
    const { publishable, secret, add } = await newPages();
    const id = await add({ title: 'A' });
    const paths = ['/v1/content/page', `/v1/content/page/${id}`, '/v1/content/page?where[title]=A'];
    const titles = async () => Promise.all(paths.map(async (path) => (await publishable.get(path)).text));
    await titles();

    await secret.patch(`/v1/content/page/${id}`, { values: { title: 'B' } });

    const [list, single, filtered] = await titles();
    expect(list).toContain('"title":"B"');
    expect(single).toContain('"title":"B"');
    expect(filtered).toContain('"data":[]');
  });

  it('of another project leaves what is kept alone', async () => {
    const one = await newPages();
    const other = await newPages();
    await one.publishable.get('/v1/content/page');
    await other.add({ title: 'B' });

    const commands = await commandsOf(() => one.publishable.get('/v1/content/page'));

    expect(commands.sort()).toEqual(entrance); // both at the same time
  });

  it('of a field’s name changes the kept answers of its type at once', async () => {
    const { publishable, secret, add } = await newPages();
    await add({ title: 'A', price: 2 });
    await publishable.get('/v1/content/page');

    await secret.put('/v1/schema/content-types/page', { fields: [{ key: 'title', type: 'string' }] });

    expect((await publishable.get('/v1/content/page')).body.data[0].values).toEqual({ title: 'A' });
  });
});

describe('a project that publishes all the time', () => {
  const lists = ['/v1/content/page', '/v1/content/page?where[title]=A', '/v1/content/page?sort=title'];
  const commandsOfAll = async (reader: TestProject['publishable'], paths: readonly string[]) =>
    commandsOf(async () => {
      for (const path of paths) expect((await reader.get(path)).status).toBe(200);
    });

  it('keeps what its other modules show', async () => {
    const { publishable, secret, add } = await newPages();
    const paths = [...lists, `/v1/content/page/${await add({ title: 'A' })}`, '/v1/authors', '/v1/kb/tree'];
    await commandsOfAll(publishable, paths);

    for (let round = 0; round < 5; round += 1) {
      await secret.post('/v1/blog/articles', { title: `Round ${round}`, publish: true });
      const commands = await commandsOfAll(publishable, [...lists, '/v1/kb/tree']);
      expect(commands.sort()).toEqual([...lists, '/v1/kb/tree'].flatMap(() => entrance).sort());
    }
  });

  it('makes anew what shows something of the module that was written', async () => {
    const { publishable, secret } = await newPages();
    await secret.post('/v1/blog/articles', { title: 'One', publish: true });
    const { body: author } = await secret.post('/v1/authors', { name: 'Ada' });
    const countOf = async () => (await publishable.get(`/v1/authors/${author.id}`)).body.article_count;
    expect([await countOf(), (await publishable.get('/v1/blog/articles')).body.data.length]).toEqual([0, 1]);

    await secret.post('/v1/blog/articles', { title: 'Two', publish: true, authors: [author.id] });

    expect([await countOf(), (await publishable.get('/v1/blog/articles')).body.data.length]).toEqual([1, 2]);
  });

  it('makes anew at its date what was scheduled while another module was written', async () => {
    const { publishable, secret, add } = await newPages();
    await add({ title: 'A' });
    const titles = async () => (await publishable.get('/v1/content/page')).body.data.length as number;
    expect(await titles()).toBe(1);
    const at = new Date(Date.now() + 5_000);
    const body = { values: { title: 'B' }, publish: true, published_at: at.toISOString() };
    await secret.post('/v1/content/page/entries', body);
    await secret.post('/v1/blog/articles', { title: 'Beside it', publish: true });
    expect(await titles()).toBe(1);

    await expect.poll(() => Date.now(), { timeout: 10_000 }).toBeGreaterThan(at.getTime());

    expect(await titles()).toBe(2);
  });
});

describe('a date', () => {
  it('changes kept answers although nobody writes', async () => {
    const { publishable, secret, add } = await newPages();
    await add({ title: 'A' });
    const at = new Date(Date.now() + 1_500);
    const created = await secret.post('/v1/content/page/entries', {
      values: { title: 'B' },
      publish: true,
      published_at: at.toISOString(),
    });
    const titles = async (path: string) =>
      ((await publishable.get(path)).body.data as { values: { title: string } }[]).map(
        ({ values }) => values.title,
      );
    expect(await titles('/v1/content/page?sort=title')).toEqual(['A']);
    expect(await publishable.get(`/v1/content/page/${created.body.id}`)).toMatchObject({
      status: 404,
      body: { error: { code: 'entry_not_published', available_at: at.toISOString() } },
    });

    await new Promise((resolve) => setTimeout(resolve, at.getTime() - Date.now() + 20));

    expect(await titles('/v1/content/page?sort=title')).toEqual(['A', 'B']);
    expect((await publishable.get(`/v1/content/page/${created.body.id}`)).status).toBe(200);
    const commands = await commandsOf(() => publishable.get('/v1/content/page?sort=title'));
    expect(commands.sort()).toEqual(entrance); // both at the same time
  });

  it('that is earlier than the one before it counts as soon as it is written', async () => {
    const { publishable, secret } = await newPages();
    const schedule = (title: string, ms: number) =>
      secret.post('/v1/content/page/entries', {
        values: { title },
        publish: true,
        published_at: new Date(Date.now() + ms).toISOString(),
      });
    await schedule('late', 3_600_000);
    expect((await publishable.get('/v1/content/page')).body.data).toEqual([]);
    await schedule('soon', 1_200);
    expect((await publishable.get('/v1/content/page')).body.data).toEqual([]);

    await new Promise((resolve) => setTimeout(resolve, 1_300));

    expect((await publishable.get('/v1/content/page')).body.data).toMatchObject([
      { values: { title: 'soon' } },
    ]);
  });
});
