import { describe, expect, it } from 'vitest';
import { type CacheableAnswer, ResponseCache } from '../../src/platform/http/response-cache.ts';
import { commandsOf } from '../support/commands.ts';
import { startOwnService, type TestProject } from '../support/service.ts';
import { clientOf } from '../support/database.ts';

const service = await startOwnService();
const client = clientOf(service.app.system);

async function newPages(): Promise<TestProject & { add: (values: object) => Promise<string> }> {
  const project = await service.newProject();
  await project.secret.put('/v1/schema/content-types/page', {
    fields: [
      { key: 'title', type: 'string' },
      { key: 'price', type: 'number' },
    ],
  });
  const add = async (values: object) =>
    (await project.secret.post('/v1/content/page/entries', { values, publish: true })).body.id as string;
  return { ...project, add };
}

/** What every request costs: its key with the project, and its budget. */
const entrance = ['aggregate api_keys', 'findAndModify rate_counters'];

describe('a repeated read', () => {
  it('costs nothing but the key and the budget, and has the same bytes and tag', async () => {
    const { publishable, add } = await newPages();
    await add({ title: 'A' });
    const first = await publishable.get('/v1/content/page');

    const commands = await commandsOf(client, async () => {
      const second = await publishable.get('/v1/content/page');
      expect(second.text).toBe(first.text);
      expect(second.headers.get('ETag')).toBe(first.headers.get('ETag'));
      expect(second.headers.get('X-Request-Id')).not.toBe(first.headers.get('X-Request-Id'));
    });

    expect(commands).toEqual(entrance);
  });

  it('is one read for all spellings of the same question', async () => {
    const { publishable, add } = await newPages();
    await add({ title: 'A', price: 1 });
    await publishable.get('/v1/content/page?where[title]=A&where[price][gte]=1&limit=5');

    const commands = await commandsOf(client, () =>
      publishable.get(
        '/v1/content/page?limit=5&where%5Bprice%5D[gte]=1&_=17&where[title][eq]=A&utm_source=x',
      ),
    );

    expect(commands).toEqual(entrance);
  });

  it('is one read for whatever `release` says where there are no releases', async () => {
    const { publishable } = await newPages();
    await publishable.get('/v1/authors');

    const commands = await commandsOf(client, () => publishable.get('/v1/authors?release=rel_any'));

    expect(commands).toEqual(entrance);
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

    const commands = await commandsOf(client, () => one.publishable.get('/v1/content/page'));

    expect(commands).toEqual(entrance);
  });

  it('of a field’s name changes the kept answers of its type at once', async () => {
    const { publishable, secret, add } = await newPages();
    await add({ title: 'A', price: 2 });
    await publishable.get('/v1/content/page');

    await secret.put('/v1/schema/content-types/page', { fields: [{ key: 'title', type: 'string' }] });

    expect((await publishable.get('/v1/content/page')).body.data[0].values).toEqual({ title: 'A' });
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
    const commands = await commandsOf(client, () => publishable.get('/v1/content/page?sort=title'));
    expect(commands).toEqual(entrance);
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

describe('many requests for an answer that nobody has', () => {
  it('make it once', async () => {
    const { publishable, add } = await newPages();
    await add({ title: 'A' });

    const commands = await commandsOf(client, async () => {
      const answers = await Promise.all(
        Array.from({ length: 60 }, () => publishable.get('/v1/content/page?limit=7')),
      );
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    });

    expect(commands.filter((command) => command === 'find entries')).toHaveLength(1);
  });
});

describe('kept answers', () => {
  const now = new Date('2026-01-01T00:00:00Z');
  const made = (text: string, untilMs = Infinity, status = 200): CacheableAnswer => ({
    answer: { status, mediaType: 'application/json', bytes: Buffer.from(text), etag: null, location: null },
    untilMs,
  });
  const textOf = async (answer: Promise<{ bytes: Buffer | null }>) => (await answer).bytes?.toString();

  it('are good for one revision', async () => {
    const kept = new ResponseCache(100_000);
    await kept.answer('k', { revision: 1, now }, async () => made('one'));

    expect(await textOf(kept.answer('k', { revision: 1, now }, async () => made('two')))).toBe('one');
    expect(await textOf(kept.answer('k', { revision: 2, now }, async () => made('two')))).toBe('two');
  });

  it('are good until their moment, and not at it', async () => {
    const kept = new ResponseCache(100_000);
    const until = now.getTime() + 1_000;
    await kept.answer('k', { revision: 1, now }, async () => made('one', until));
    const at = (ms: number) => ({ revision: 1, now: new Date(ms) });

    expect(await textOf(kept.answer('k', at(until - 1), async () => made('two')))).toBe('one');
    expect(await textOf(kept.answer('k', at(until), async () => made('two')))).toBe('two');
  });

  it('never hold what was no success', async () => {
    const kept = new ResponseCache(100_000);
    await kept.answer('k', { revision: 1, now }, async () => made('one', Infinity, 202));
    const failing = kept.answer('f', { revision: 1, now }, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');

    expect(await textOf(kept.answer('k', { revision: 1, now }, async () => made('two')))).toBe('two');
    expect(await textOf(kept.answer('f', { revision: 1, now }, async () => made('two')))).toBe('two');
  });

  it('are joined while they are being made, by requests of the same revision alone', async () => {
    const kept = new ResponseCache(100_000);
    let finish: (answer: CacheableAnswer) => void = () => undefined;
    const first = kept.answer('k', { revision: 1, now }, () => new Promise((resolve) => (finish = resolve)));
    const joined = kept.answer('k', { revision: 1, now }, async () => made('second'));
    const newer = kept.answer('k', { revision: 2, now }, async () => made('newer'));

    expect(await textOf(newer)).toBe('newer');
    finish(made('first'));

    expect(await textOf(first)).toBe('first');
    expect(await textOf(joined)).toBe('first');
    expect(await textOf(kept.answer('k', { revision: 2, now }, async () => made('again')))).toBe('newer');
  });

  it('are made anew by those who joined one that failed or ended meanwhile', async () => {
    const kept = new ResponseCache(100_000);
    let fail: (error: Error) => void = () => undefined;
    const first = kept.answer(
      'k',
      { revision: 1, now },
      () => new Promise((_resolve, reject) => (fail = reject)),
    );
    const joined = kept.answer('k', { revision: 1, now }, async () => made('own'));
    fail(new Error('no'));

    await expect(first).rejects.toThrow('no');
    expect(await textOf(joined)).toBe('own');
  });

  it('take no more memory than they may', async () => {
    const kept = new ResponseCache(40_000);
    let makings = 0;
    const ask = (key: string) =>
      kept.answer(key, { revision: 1, now }, async () => {
        makings += 1;
        return made('x'.repeat(4_000));
      });
    for (let i = 0; i < 20; i += 1) await ask(`key ${i}`);

    await ask('key 19');
    expect(makings).toBe(20);
    await ask('key 0');
    expect(makings).toBe(21);
  });
});
