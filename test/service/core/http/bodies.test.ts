import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiAnswer } from '../../../support/client.ts';
import { defineType, pluck, refusal } from '../../../support/content.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService({ MAX_BODY_BYTES: '20000' });
const entries = '/v1/content/page/entries';

let project: TestProject;
beforeAll(async () => {
  project = await service.newProject();
  await defineType(project, 'page', { title: 'string', n: 'number', body: 'richtext' });
});

function post(raw: string | Uint8Array, headers: Record<string, string> = {}): Promise<ApiAnswer> {
  return project.secret.send('POST', entries, { raw, headers });
}

function nested(depth: number): string {
  return `{"values":{"title":${'['.repeat(depth)}${']'.repeat(depth)}}}`;
}

describe('a body', () => {
  it.each([
    '',
    '   ',
    '{',
    '{"values":{}',
    '{"values":{}}x',
    "{'values':{}}",
    '{"values":{},}',
    '[]',
    'null',
    'true',
    '5',
    '"text"',
    '{"values":NaN}',
    '{"values":{"n":1e400}}',
    '{"values":{"n":-1e400}}',
    '{"values":{"title":"\\ud800"}}',
    '{"values":{"\\udc00":"x"}}',
    '{"values":{"title":"\\u0000"}}',
    '{"values":{"title":"a\u0000b"}}',
    '{"__proto__":{"values":{}}}',
    '{"values":{"__proto__":{"title":"x"}}}',
    '{"\\u005f_\\u0070roto\\u005F_" : {"values":{}}}',
    nested(99),
    nested(5_000),
    `{"values":{${Array.from({ length: 2_001 }, (_, i) => `"k${i}":1`).join(',')}}}`,
  ])('that is no JSON object of well-formed text is invalid_json: %#', async (raw) => {
    expect(refusal(await post(raw))).toEqual([400, 'invalid_json', undefined]);
  });

  it('with the key __proto__ is rejected by that name; another spelling is a key like any other', async () => {
    const message = async (raw: string) => (await post(raw)).body.error.message as string;

    expect(await message('{"\\u005F_proto__":1}')).toContain('the key "__proto__" is not allowed');
    expect(await message('{"__PROTO__":1}')).not.toContain('is not allowed');
  });

  it('with bytes that are no UTF-8 is invalid_json, whatever they would have become', async () => {
    const raw = Buffer.from('{"values":{"title":"a?b"}}');
    raw[raw.indexOf('?')] = 0xff;

    expect(refusal(await post(raw))).toEqual([400, 'invalid_json', undefined]);
  });

  it.each([nested(97), '\ufeff{"values":{}}', ' {"values":{}}\n'])(
    'in a form at the edge is read: %#',
    async (raw) => {
      const answer = await post(raw);

      expect(answer.body.error?.code).not.toBe('invalid_json');
    },
  );

  it('takes every character that JSON can carry', async () => {
    const title = 'ä 漢字 😀 \t "quoted" \\ \u007f \ufffd';

    const answer = await post(JSON.stringify({ values: { title } }));

    expect(answer.body.values.title).toBe(title);
  });

  it('is read when a text holds the name of a key that is not accepted', async () => {
    const title = '{"__proto__": 1}';

    const answer = await post(JSON.stringify({ values: { title } }));

    expect(answer.body.values.title).toBe(title);
  });

  it('that arrives in pieces is read, wherever a character or a text is cut', async () => {
    const title = 'ä 漢字 😀';
    const bytes = Buffer.from(JSON.stringify({ values: { title } }));
    const body = Readable.from([...bytes].map((byte) => Buffer.of(byte)));

    const answer = await fetch(service.url + entries, {
      method: 'POST',
      headers: { Authorization: `Bearer ${project.secret.token}`, 'Content-Type': 'application/json' },
      body: Readable.toWeb(body),
      duplex: 'half',
    });

    expect(answer.status).toBe(201);
    expect(((await answer.json()) as ApiAnswer['body']).values.title).toBe(title);
  });

  it.each([
    ['{"values":{},}', '"}" at line 1, column 14'],
    ['{"values":\n{"title" 1}}', '"1" at line 2, column 10'],
    ['  ', 'end at line 1, column 3'],
  ])('that is no JSON is refused with the position: %j', async (raw, at) => {
    const { body } = await post(raw);

    expect(body.error.message).toBe(`The body is not valid JSON: unexpected ${at}.`);
  });

  it.each(['[]', 'null', '5', '"text"', '""'])('that is no object is refused for that: %s', async (raw) => {
    const { body } = await post(raw);

    expect(body.error.message).toBe('The body could not be read: it must be one JSON object.');
  });

  it('with keys named as members of Object is refused by their names', async () => {
    const answer = await post('{"values":{"constructor":1,"toString":2,"hasOwnProperty":3}}');

    expect(answer.body.error.code).toBe('unknown_field');
    expect(pluck(answer.body.error.errors, 'param')).toEqual(['constructor', 'toString', 'hasOwnProperty']);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'nonsense',
  ])('of the type %s is unsupported_media_type', async (type) => {
    const answer = await post('{"values":{}}', { 'Content-Type': type });

    expect(refusal(answer)).toEqual([415, 'unsupported_media_type', undefined]);
    expect(answer.body.error.type).toBe('invalid_request_error');
  });

  it.each(['application/json; charset=utf-8', 'Application/JSON'])('of the type %s is read', async (type) => {
    expect((await post('{"values":{}}', { 'Content-Type': type })).status).toBe(201);
  });

  it('larger than allowed is payload_too_large, said or streamed, also when it only unpacks to that', async () => {
    const large = JSON.stringify({ values: { title: 'x'.repeat(30_000) } });
    const packed = gzipSync(large);
    expect(packed.length).toBeLessThan(1_000);

    for (const answer of [await post(large), await post(packed, { 'Content-Encoding': 'gzip' })]) {
      expect(refusal(answer)).toEqual([413, 'payload_too_large', undefined]);
      expect(answer.body.error.type).toBe('invalid_request_error');
    }
  });

  it('may be packed', async () => {
    const packed = gzipSync('{"values":{"title":"packed"}}');

    expect((await post(packed, { 'Content-Encoding': 'gzip' })).body.values.title).toBe('packed');
    const broken = await post(packed.subarray(0, 12), { 'Content-Encoding': 'gzip' });
    expect([broken.status, broken.body.error.code]).toEqual([400, 'invalid_json']);
    expect((await post('{}', { 'Content-Encoding': 'rot13' })).status).toBe(415);
  });

  it('that is missing where one is needed is invalid_json', async () => {
    const answer = await project.secret.send('POST', entries, {});

    expect(refusal(answer)).toEqual([400, 'invalid_json', undefined]);
  });

  it('is not needed where none is read, whatever the type that is named', async () => {
    const { body } = await post('{"values":{}}');

    const answer = await project.secret.send('DELETE', `/v1/content/page/${body.id}`, {
      raw: '{nonsense',
      headers: { 'Content-Type': 'text/plain' },
    });

    expect(answer.status).toBe(204);
  });
});

describe('keys of a body', () => {
  it('that are unknown are unknown_field at every level of a fixed shape', async () => {
    const answer = await project.secret.put('/v1/schema/content-types/page', {
      fields: [{ key: 'title', type: 'string', colour: 'red' }],
    });

    expect(refusal(answer)).toEqual([400, 'unknown_field', 'fields[0].colour']);
    const top = await post('{"values":{},"valeus":{},"status":"draft"}');
    expect(pluck(top.body.error.errors, 'param')).toEqual(['valeus', 'status']);
    expect(top.body.error).toMatchObject({
      did_you_mean: 'values',
      available_fields: [
        ...['values', 'publish', 'published_at', 'unpublish_at', 'publish_shared'],
        ...['translated_from', 'locales'],
      ],
    });
  });
});
