import { describe, expect, it } from 'vitest';
import { createClient } from '../src/main.ts';
import { listenWith } from '../../../test/support/stand-in-server.ts';

describe('createClient', () => {
  it.each<[string, unknown]>([
    ['key', undefined],
    ['key', ''],
    ['baseUrl', undefined],
  ])('throws when %s is %j, before anything is sent', (name, value) => {
    const options = { baseUrl: 'http://127.0.0.1:9', key: 'sk_x', [name]: value } as {
      baseUrl: string;
      key: string;
    };

    expect(() => createClient(options)).toThrow(`createClient needs \`${name}\``);
  });
});

describe('baseUrl', () => {
  it.each([
    ['localhost:3410', 'createClient: baseUrl must begin with http:// or https://. It is localhost:3410.'],
    ['ftp://a.example', 'createClient: baseUrl must begin with http:// or https://. It is ftp://a.example.'],
    ['http://a.example/v1', 'createClient: remove /v1 from baseUrl. It is http://a.example/v1.'],
    ['https://a.example/v1/', 'createClient: remove /v1 from baseUrl. It is https://a.example/v1/.'],
  ])('is rejected before anything is sent: %s', (baseUrl, message) => {
    expect(() => createClient({ baseUrl, key: 'sk_x' })).toThrow(new TypeError(message));
  });

  it('may end in a path that only looks like /v1', () => {
    for (const baseUrl of ['http://a.example/cms', 'HTTPS://a.example/v12', 'http://v1.example/'])
      expect(() => createClient({ baseUrl, key: 'sk_x' })).not.toThrow();
  });
});

describe('a service that cannot be reached', () => {
  it('is named with the reason', async () => {
    const { origin, stop } = await listenWith((_, response) => response.end());
    await stop();
    const ping = createClient({ baseUrl: origin, key: 'sk_x', retries: 0 }).ping();

    await expect(ping).rejects.toThrow(new TypeError(`Can't reach Galley at ${origin}: connection refused.`));
  });

  it('keeps what a framework throws from its fetch', async () => {
    const thrown = Object.assign(new Error('render later'), { digest: 'BAILOUT' });
    const client = createClient({
      baseUrl: 'http://a.example',
      key: 'sk_x',
      retries: 0,
      fetch: () => Promise.reject(thrown),
    });

    await expect(client.ping()).rejects.toBe(thrown);
  });
});

describe('a list', () => {
  it('is a whole promise, which asks for the first page once', async () => {
    let asked = 0;
    const { origin, stop } = await listenWith((_, response) => {
      asked += 1;
      response.writeHead(404, { 'Content-Type': 'application/json' });
      response.end(
        '{"error":{"type":"t","code":"unknown_content_type","message":"No.","request_id":"req_1"}}',
      );
    });
    const list = createClient({ baseUrl: origin, key: 'sk_x' }).content('post').list();
    expect(asked).toBe(0);

    let hasEnded = false;
    const code = await list.catch((error: unknown) => (error as { code: string }).code);
    await list.finally(() => (hasEnded = true)).catch(() => undefined);

    expect([code, hasEnded, asked]).toEqual(['unknown_content_type', true, 1]);
    await stop();
  });
});
