import { Agent, request } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal } from '../../support/content.ts';
import { cpuMsOf } from '../../support/raw-connection.ts';
import { startService, type TestProject } from '../../support/service.ts';

const mebibyte = 1024 * 1024;
const service = await startService();
let project: TestProject;
beforeAll(async () => {
  project = await service.newProject();
});

const packers = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
afterAll(() => agent.destroy());

/** Sends on the one connection that there is; waits for an answer as a client with a little patience. */
function onOneConnection(
  method: string,
  path: string,
  { headers = {}, pieces = [] }: { headers?: Record<string, string | number>; pieces?: Uint8Array[] } = {},
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const Authorization = `Bearer ${project.secret.token}`;
    const all = { 'Content-Type': 'application/json', Authorization, ...headers };
    const asking = request(service.url + path, { agent, method, headers: all, timeout: 8_000 }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      );
    });
    asking.on('timeout', () => asking.destroy(new Error('no answer in 8 s'))).on('error', reject);
    for (const piece of pieces) asking.write(piece);
    asking.end();
  });
}

describe('after a body that is too large', () => {
  const large = Buffer.from(JSON.stringify({ name: 'x'.repeat(6 * mebibyte) }));
  const third = Math.ceil(large.length / 3);
  const inPieces = [large.subarray(0, third), large.subarray(third, 2 * third), large.subarray(2 * third)];
  const packed = gzipSync(large);

  it.each([
    ['with Content-Length', { headers: { 'Content-Length': large.length }, pieces: [large] }],
    ['chunked', { pieces: inPieces }],
    [
      'packed, with Content-Length',
      { headers: { 'Content-Encoding': 'gzip', 'Content-Length': packed.length }, pieces: [packed] },
    ],
    ['packed and chunked', { headers: { 'Content-Encoding': 'gzip' }, pieces: [packed] }],
    ['of a wrong type', { headers: { 'Content-Type': 'text/plain' }, pieces: inPieces }],
    ['without a key', { headers: { Authorization: '' }, pieces: inPieces }],
  ])('the next request is answered: %s', async (how, sent) => {
    const first = await onOneConnection('POST', '/v1/authors', sent);
    const next = await onOneConnection('GET', '/v1/ping');

    expect(first.status).toBe({ 'of a wrong type': 415, 'without a key': 401 }[how] ?? 413);
    expect(next.status).toBe(200);
  });
});

describe.each(Object.entries(packers))('a body packed with %s', (encoding, pack) => {
  const headers = { 'Content-Encoding': encoding };

  it('is invalid_json when it unpacks to what is no UTF-8, and is not stored', async () => {
    const bytes = Buffer.from('{"name":"a?b"}');
    bytes[bytes.indexOf('?')] = 0xff;

    const answer = await project.secret.send('POST', '/v1/authors', { raw: pack(bytes), headers });

    expect(refusal(answer)).toEqual([400, 'invalid_json', undefined]);
    expect(answer.body.error.message).toBe('The body could not be read: it is not valid UTF-8.');
  });

  it.each([
    ['lists in lists', Buffer.alloc(4 * mebibyte - 16, '[')],
    ['objects in objects', Buffer.from('{"a":'.repeat(800_000))],
    ['empty objects', Buffer.from(`{"values":[${'{},'.repeat(1_380_000)}{}]}`)],
    [
      'a key that co-body searches for among two million values',
      Buffer.from(`{"values":[${'0,'.repeat(2_000_000)}0],"__proto__":0}`),
    ],
    ['one object of many keys', Buffer.from(`{${'"a":0,'.repeat(690_000)}"a":0}`)],
  ])('and refused for its form costs next to nothing: %s', async (_what, bytes) => {
    const raw = pack(bytes);
    const send = () => project.secret.send('POST', '/v1/authors', { raw, headers });
    expect(refusal(await send())).toEqual([400, 'invalid_json', undefined]);

    const times: number[] = [];
    for (let i = 0; i < 5; i += 1) times.push(await cpuMsOf(send));

    expect(Math.min(...times)).toBeLessThan(160); // it was 480
  });
});
