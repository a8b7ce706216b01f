import type { IncomingMessage } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { type Client, type ClientOptions, createClient, GalleyError } from '../src/main.ts';
import { listenWith } from '../../../test/support/stand-in-server.ts';

type Reply = 'cut' | { status: number; headers?: Record<string, string>; code?: string };
const good: Reply = { status: 200 };

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

/** A server that gives these replies in turn, and what it was asked. */
async function replying(replies: readonly Reply[], options: Partial<ClientOptions> = {}) {
  const asked: IncomingMessage[] = [];
  const { origin, stop } = await listenWith((request, response) => {
    asked.push(request);
    const reply = replies[asked.length - 1] ?? good;
    if (reply === 'cut') return void request.socket.destroy();
    const { status, headers = {}, code = 'rate_limited' } = reply;
    const body =
      status < 300 ? { ok: true } : { error: { type: 't', code, message: 'No.', request_id: 'req_1' } };
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
  });
  stops.push(stop);
  return { asked, client: createClient({ baseUrl: `${origin}/`, key: 'sk_x', ...options }) };
}

describe('a client for a later time', () => {
  it('sends the time and the release with reads of content only', async () => {
    const time = '2027-01-01T08:00:00.000Z';
    const { client, asked } = await replying([], { at: new Date(time), release: 'rel_1' });

    await client.send('GET', '/v1/content/page');
    await client.send('GET', '/v1/blog/articles', { query: { limit: 1 } });
    await client.ping();
    await client.send('POST', '/v1/authors', { body: {} });

    const shown = `at=${encodeURIComponent(time)}&release=rel_1`;
    expect(asked.map(({ url }) => url)).toEqual([
      `/preview/v1/content/page?${shown}`,
      `/preview/v1/blog/articles?limit=1&${shown}`,
      '/preview/v1/ping',
      '/v1/authors',
    ]);
  });
});

describe('a request that may be repeated', () => {
  it.each<[string, Reply]>([
    ['429', { status: 429 }],
    ['503', { status: 503, code: 'temporarily_unavailable' }],
    ['a lost connection', 'cut'],
  ])('is sent again after %s, with the same Idempotency-Key', async (_, reply) => {
    const { client, asked } = await replying([reply]);

    await client.authors.create({ name: 'Ada' });
    await client.ping();

    const [first, second] = asked.map(({ headers }) => headers['idempotency-key']);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toBe(first);
    expect(asked[2]?.headers['idempotency-key']).toBeUndefined();
  });

  it.each<[string, (client: Client) => Promise<unknown>]>([
    ['PUT', (client) => client.singleton('home').put({ values: {} })],
    ['DELETE', (client) => client.authors.delete('ada')],
  ])('is sent again after 503 when it is a %s, after as long as Retry-After says', async (method, send) => {
    const busy = { status: 503, code: 'temporarily_unavailable', headers: { 'Retry-After': '1' } };
    const { client, asked } = await replying([busy]);
    const start = performance.now();

    await send(client);

    expect(asked.map((request) => request.method)).toEqual([method, method]);
    expect(performance.now() - start).toBeGreaterThanOrEqual(990);
  });

  it('waits as long as Retry-After says', async () => {
    const { client } = await replying([{ status: 429, headers: { 'Retry-After': '1' } }]);
    const start = performance.now();

    await client.ping();

    expect(performance.now() - start).toBeGreaterThanOrEqual(990);
  });

  it('is given up after two more tries, or as many as were asked for', async () => {
    const never = Array<Reply>(5).fill('cut');
    const usual = await replying(never);
    const none = await replying(never, { retries: 0 });

    await expect(usual.client.ping()).rejects.toThrow(TypeError);
    await expect(none.client.ping()).rejects.toThrow(TypeError);

    expect([usual.asked.length, none.asked.length]).toEqual([3, 1]);
  });

  it('is given up at once when the service asks to wait longer than allowed', async () => {
    const { client, asked } = await replying([{ status: 429, headers: { 'Retry-After': '61' } }]);

    await expect(client.ping()).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 61 });
    expect(asked).toHaveLength(1);
  });

  it('goes on while its first try still runs', async () => {
    const { client, asked } = await replying(['cut', { status: 409, code: 'idempotency_in_progress' }]);

    await client.authors.create({ name: 'Ada' });

    expect(asked).toHaveLength(3);
  });
});

describe('a request that may not', () => {
  it.each<[string, Reply]>([
    ['503', { status: 503, code: 'temporarily_unavailable' }],
    ['a lost connection', 'cut'],
  ])('is sent once, whatever happened: %s', async (_, reply) => {
    const { client, asked } = await replying([reply]);

    await expect(client.authors.patch('ada', { bio: '' })).rejects.toThrow();

    expect(asked).toHaveLength(1);
  });

  it('is sent again after 429, which did nothing', async () => {
    const { client, asked } = await replying([{ status: 429 }]);

    await client.authors.patch('ada', { bio: '' });

    expect(asked).toHaveLength(2);
  });
});

describe('a signal', () => {
  it('ends a request, and the wait before the next try', async () => {
    const { client } = await replying([{ status: 429, headers: { 'Retry-After': '30' } }]);
    const reason = new Error('enough');

    await expect(client.ping({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);

    const stop = new AbortController();
    setTimeout(() => stop.abort(reason), 100);
    await expect(client.ping({ signal: stop.signal })).rejects.toBe(reason);
  });
});

describe('an answer that is not the service’s', () => {
  it('is an error with the code unexpected_answer', async () => {
    const { origin, stop } = await listenWith((_, response) =>
      response.writeHead(502).end('<h1>Bad gateway</h1>'),
    );
    stops.push(stop);

    const refused = createClient({ baseUrl: origin, key: 'sk_x' }).ping();

    await expect(refused).rejects.toBeInstanceOf(GalleyError);
    await expect(refused).rejects.toMatchObject({ status: 502, code: 'unexpected_answer', requestId: null });
  });
});
