import { describe, expect, it } from 'vitest';
import { createClient } from '../src/main.ts';
import { listenWith } from '../../test/support/stand-in-server.ts';

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
