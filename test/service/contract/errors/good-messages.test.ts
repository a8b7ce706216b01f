import { describe, expect, it } from 'vitest';
import { demoProject, send, type WrongCall } from '../../../support/errors/demo.ts';

const { service, project, talkId } = await demoProject();

const talks = '/v1/content/talk/entries';
const post = (path: string, body: unknown): WrongCall => ({ method: 'POST', path, body });
const write = (values: unknown, more: object = {}) => post(talks, { values, ...more });
const define = (fields: unknown, slug = 'event'): WrongCall => ({
  method: 'PUT',
  path: `/v1/schema/content-types/${slug}`,
  body: { fields },
});
const raw = (text: string, type: string): WrongCall => ({
  method: 'POST',
  path: talks,
  raw: text,
  headers: { 'Content-Type': type },
});

const noKey = 'Send your API key as "Authorization: Bearer <key>".';
const noDate = 'The value of "when" is not valid: it must be a date: YYYY-MM-DD, or an RFC 3339 date-time.';
const fieldTypes =
  'string, text, richtext, number, boolean, date, select, url, image, gallery, link, link_list, reference, reference_list, blocks, string_list, json, geo_point, file, file_list';

/** Calls whose messages already say what to do next; they stay as they are. */
const calls: [name: string, call: WrongCall, message: string, didYouMean?: string][] = [
  ['no key', { path: '/v1/ping', as: 'nobody' }, noKey],
  ['X-API-Key', { path: '/v1/ping', as: 'nobody', headers: { 'X-API-Key': 'sk_x' } }, noKey],
  ['?api_key=', { path: '/v1/ping?api_key=sk_x', as: 'nobody' }, noKey],
  ['?access_token=', { path: '/v1/ping?access_token=sk_x', as: 'nobody' }, noKey],
  [
    'a wrong key',
    { path: '/v1/ping', as: project.as('sk_wrong') },
    'This API key is not valid. Check that you copied all of it, or create a new key.',
  ],
  [
    'a write with a publishable key',
    { ...write({}), as: 'publishable' },
    'This endpoint requires a secret key (sk_...). Call it from a server, never from a browser.',
  ],
  ['no Content-Type', raw('{}', ''), 'Send the body as Content-Type: application/json.'],
  [
    'a form',
    raw('a=b', 'application/x-www-form-urlencoded'),
    'Send the body as Content-Type: application/json.',
  ],
  [
    'a plural type',
    { path: '/v1/content/products' },
    'There is no content type "products" in this release.',
    'product',
  ],
  [
    'an upper-case type',
    { path: '/v1/content/Product' },
    'There is no content type "Product" in this release.',
    'product',
  ],
  [
    '$gt',
    { path: '/v1/content/product?where[price][$gt]=10' },
    'The field "price" cannot be filtered with "$gt".',
    'gt',
  ],
  [
    'a typo in a filter field',
    { path: '/v1/content/product?where[prise]=10' },
    'There is no field "prise" to filter on.',
    'price',
  ],
  [
    'an unknown operator',
    { path: '/v1/content/product?where[price][greater]=10' },
    'The field "price" cannot be filtered with "greater".',
  ],
  ['limit=1000', { path: '/v1/content/product?limit=1000' }, 'limit must be a whole number from 1 to 100.'],
  ['a date as 31.12.2026', write({ title: 'x', when: '31.12.2026' }), noDate],
  ['a date as 12/31/2026', write({ title: 'x', when: '12/31/2026' }), noDate],
  ['a date as a number', write({ title: 'x', when: 1_767_139_200 }), noDate],
  ['a typo in a value', write({ title: 'x', whe: '2026-12-31' }), 'There is no field "whe" here.', 'when'],
  [
    'a camelCase type slug',
    define([], 'pressRelease'),
    'A type slug has 1 to 63 lower-case letters, digits, "-" and "_", and begins with a letter or digit.',
  ],
  [
    'fields as a map',
    define({ title: 'string' }),
    'The value of "fields" is not valid: it must be the whole ordered list of field definitions.',
  ],
  ...['markdown', 'integer', 'datetime'].map((type): (typeof calls)[number] => [
    `the field type ${type}`,
    define([{ key: 'a', type }]),
    `There is no field type ${type}. Types: ${fieldTypes}.`,
  ]),
  ['a JSON array', post(talks, []), 'The body could not be read: it must be one JSON object.'],
  ['an empty body', { method: 'POST', path: talks }, 'The body could not be read: it is missing.'],
  [
    'published: true',
    write({ title: 'x' }, { published: true }),
    'There is no field "published" here.',
    'publish',
  ],
  [
    'a camelCase upload',
    post('/v1/media/uploads', { fileName: 'a.png', contentType: 'image/png', sizeBytes: 9 }),
    'The field "file_name" is required.',
  ],
  [
    'PATCH on a collection',
    { method: 'PATCH', path: '/v1/content/talk', body: { values: { title: 'x' } } },
    '"talk" is a collection: name the entry, /v1/content/talk/<entry id>.',
  ],
  [
    'published_at: "tomorrow"',
    write({ title: 'x' }, { publish: true, published_at: 'tomorrow' }),
    'published_at is not a date; write it as 2026-11-20T09:30:00Z.',
  ],
  [
    'publish: "true"',
    { method: 'PATCH', path: `/v1/content/talk/${talkId}`, body: { publish: 'true' } },
    'The value of "publish" is not valid: it must be boolean.',
  ],
  [
    'GET on promote',
    { path: `/v1/releases/${project.releaseId}/promote` },
    'This path does not support GET. Allowed: POST.',
  ],
];

describe('messages that stay as they are', () => {
  it.each(calls)('%s', async (_name, call, message, didYouMean) => {
    const { body } = await send(project, call);

    expect(body.error.message).toBe(message);
    expect(body.error.did_you_mean).toBe(didYouMean);
  });

  it('names a foreign origin', async () => {
    const { token } = await project.newKey({ purpose: 'publishable', origins: ['http://localhost:3000'] });
    const { body } = await project.as(token).get('/v1/ping', { Origin: 'http://localhost:5173' });

    expect(body.error.message).toBe(
      'The origin http://localhost:5173 is not on the list of this key. Add it to the key with its scheme and port.',
    );
  });

  it('lets a preflight from a foreign origin through, so that the browser shows the message', async () => {
    const response = await fetch(`${service.url}/v1/ping`, {
      method: 'OPTIONS',
      headers: { Origin: 'http://localhost:5173', 'Access-Control-Request-Method': 'GET' },
    });

    expect(response.status).toBe(204);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('http://localhost:5173');
  });
});
