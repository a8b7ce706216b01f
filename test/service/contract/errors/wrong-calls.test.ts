import { describe, expect, it } from 'vitest';
import { ApiClient } from '../../../support/client.ts';
import { createEntry, defineType, publishEntry } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { startOwnService } from '../../../support/service.ts';
import { demoProject, send, type WrongCall } from '../../../support/errors/demo.ts';

const { service, project, draftId, talkId } = await demoProject();

const secret = project.secret.token;
const talks = '/v1/content/talk/entries';
const product = '/v1/content/product';
const news = '/v1/blog/articles/news';
const get = (path: string, headers: Record<string, string> = {}): WrongCall => ({ path, headers });
const call = (method: string, path: string, body?: unknown): WrongCall => ({ method, path, body });
const create = (values: unknown, more: object = {}) => call('POST', talks, { values, ...more });
const define = (field: unknown) => call('PUT', '/v1/schema/content-types/event', { fields: [field] });
const headed = (Authorization: string, path = '/v1/ping'): WrongCall => ({
  path,
  as: 'nobody',
  headers: { Authorization },
});
const raw = (text: string, type = 'application/json', path = talks): WrongCall => ({
  method: 'POST',
  path,
  raw: text,
  headers: { 'Content-Type': type },
});

const bareKey = 'The Authorization header needs the word Bearer: `Authorization: Bearer <key>`.';
const files =
  "Files aren't sent to this API. Request an upload URL first: POST /v1/media/uploads with file_name, content_type and size_bytes.";
const elsewhere = 'The API is at /v1, the documentation at /docs and the dashboard at /dashboard.';
const published = (path: string) =>
  `/v1 returns published content only. To read drafts, send this request to /preview${path} with a secret key.`;
const media = 'Upload the file first: POST /v1/media/uploads.';
const inside = (sample: string) => `Put the entry's fields inside "values": {"values": ${sample}}.`;
const filtered = (filter: string, field = 'price') => `To filter by the field ${field}, use ${filter}.`;
const webhooks = 'Webhooks are managed in the dashboard or with galley webhook.';

/** The response as `[status and code, message, did_you_mean]`. */
type Row = [call: string, request: WrongCall, ...response: string[]];

/** The rows of the table, by their number, with what is next to them. */
const rows: Row[] = [
  ['1 a bare key', headed(secret), '401 invalid_api_key', bareKey],
  ['1 Token', headed(`Token ${secret}`), '401 invalid_api_key', bareKey],
  ['1 Basic', headed('Basic YTpi'), '401 invalid_api_key', bareKey],
  [
    '1 Bearer alone',
    headed('Bearer'),
    '401 invalid_api_key',
    'This API key is not valid. Check that you copied all of it, or create a new key.',
  ],
  [
    '2 no /v1',
    get('/content/product?limit=1'),
    '404 unknown_endpoint',
    'There is no endpoint GET /content/product. API paths begin with /v1: try GET /v1/content/product.',
    '/v1/content/product',
  ],
  [
    '2 /api in place of /v1',
    call('POST', '/api/content/talk/entries', {}),
    '404 unknown_endpoint',
    'There is no endpoint POST /api/content/talk/entries. API paths begin with /v1: try POST /v1/content/talk/entries.',
    '/v1/content/talk/entries',
  ],
  [
    '2 no /v1 without a key',
    { path: '/blog/articles', as: 'nobody' },
    '404 unknown_endpoint',
    'There is no endpoint GET /blog/articles. API paths begin with /v1: try GET /v1/blog/articles.',
    '/v1/blog/articles',
  ],
  [
    '3 a trailing slash',
    get(`${product}/`),
    '404 unknown_endpoint',
    'There is no endpoint GET /v1/content/product/. Remove the trailing slash.',
  ],
  [
    '4 GET /entries',
    get(`${product}/entries`),
    '404 unknown_entry',
    'To list entries, use GET /v1/content/product. The path /entries is only for POST.',
  ],
  [
    '5 POST on the type',
    call('POST', '/v1/content/talk', { values: { title: 'x' } }),
    '405 method_not_allowed',
    'To create an entry, POST to /v1/content/talk/entries.',
  ],
  [
    '5 POST on a singleton',
    call('POST', '/v1/content/home', { values: { title: 'x' } }),
    '405 method_not_allowed',
    'This path does not support POST. Allowed: HEAD, GET, PUT, PATCH.',
  ],
  [
    '6 PATCH below /entries',
    call('PATCH', `${talks}/${talkId}`, {}),
    '404 unknown_endpoint',
    `Entries are updated at /v1/content/talk/${talkId}.`,
  ],
  [
    '6 GET below /entries',
    get(`${talks}/${talkId}`),
    '404 unknown_endpoint',
    `Entries are read at /v1/content/talk/${talkId}.`,
  ],
  [
    '6 DELETE below /entries',
    call('DELETE', `${talks}/${talkId}`),
    '404 unknown_endpoint',
    `Entries are deleted at /v1/content/talk/${talkId}.`,
  ],
  [
    '7 POST publish',
    call('POST', `/v1/content/talk/${draftId}/publish`, {}),
    '404 unknown_endpoint',
    `To publish, PATCH /v1/content/talk/${draftId} with {"publish": true}.`,
  ],
  [
    '7 POST unpublish',
    call('POST', `/v1/content/talk/${talkId}/unpublish`),
    '404 unknown_endpoint',
    `To unpublish, PATCH /v1/content/talk/${talkId} with {"publish": false}.`,
  ],
  [
    '7 POST publish on an article',
    call('POST', `${news}/publish`),
    '404 unknown_endpoint',
    'To publish, PATCH /v1/blog/articles/news with {"publish": true}.',
  ],
  [
    '7 POST publish on a singleton',
    call('POST', '/v1/content/home/publish'),
    '405 method_not_allowed',
    'To publish, PATCH /v1/content/home with {"publish": true}.',
  ],
  [
    '8 PUT on an entry',
    call('PUT', `/v1/content/talk/${talkId}`, {}),
    '405 method_not_allowed',
    'To change an entry, use PATCH and send only the values to change.',
  ],
  [
    '9 a slug in place of an id',
    get(`${product}/tern-spar-set`),
    '404 unknown_entry',
    'Entry IDs begin with ent_. To find an entry by slug, use /v1/content/product?where[slug]=tern-spar-set.',
  ],
  [
    '10 a number in place of an id',
    get('/v1/content/talk/123'),
    '404 unknown_entry',
    'Entry IDs begin with ent_. Use GET /v1/content/talk to list entries.',
  ],
  [
    '10 an id of another kind in a write',
    call('PATCH', '/v1/content/talk/Ünïcode', { values: { title: 'x' } }),
    '404 unknown_entry',
    'Entry IDs begin with ent_. Use GET /v1/content/talk to list entries.',
  ],
  [
    '10 an id that does not exist',
    get('/v1/content/talk/ent_00000000000000000000000000'),
    '404 unknown_entry',
    'There is no entry ent_00000000000000000000000000 in this release. List the entries of the type to see their ids.',
  ],
  [
    '11 where as JSON',
    get(`${product}?where=${encodeURIComponent('{"price":{"gt":10}}')}`),
    '400 unknown_parameter',
    'Write filters as where[price][gt]=10.',
  ],
  [
    '11 where as a text',
    get(`${product}?where=price>10`),
    '400 unknown_parameter',
    'Write filters as where[field][operator]=value.',
  ],
  ['12 a field', get(`${product}?price=10`), '400 unknown_parameter', filtered('where[price]=10')],
  [
    '12 a field with a value that is not plain',
    get(`${product}?slug=${encodeURIComponent('Ä & b')}`),
    '400 unknown_parameter',
    filtered('where[slug]=Ä%20%26%20b', 'slug'),
  ],
  [
    '12 a field twice',
    get(`${product}?price=10&price=20`),
    '400 unknown_parameter',
    filtered('where[price]=10'),
  ],
  [
    '12 a long value',
    get(`${product}?slug=${'x'.repeat(3_000)}`),
    '400 unknown_parameter',
    filtered(`where[slug]=${'x'.repeat(57)}...`, 'slug'),
  ],
  [
    '12 a field that has no such filter',
    get(`${product}?description=kite`),
    '400 unknown_parameter',
    'This endpoint has no parameter description.',
  ],
  [
    '12 a field of a singleton',
    get('/v1/content/home?title=x'),
    '400 unknown_parameter',
    'This endpoint has no parameter title.',
  ],
  [
    '13 filters[...][$gt]',
    get(`${product}?filters[price][$gt]=10`),
    '400 unknown_parameter',
    'Use where[price][gt]=10.',
  ],
  ['13 filter[...]', get(`${product}?filter[price]=10`), '400 unknown_parameter', 'Use where[price]=10.'],
  [
    '14 values. before a field',
    get(`${product}?where[values.price][gte]=10`),
    '400 unknown_filter_field',
    'There is no field "values.price". Use the field key alone: where[price][gte]=10.',
    'price',
  ],
  [
    '15 sort=price:desc',
    get(`${product}?sort=price:desc`),
    '400 unknown_sort_field',
    'For descending order, use sort=-price.',
  ],
  [
    '15 sort=price:asc',
    get(`${product}?sort=price:asc`),
    '400 unknown_sort_field',
    'For ascending order, use sort=price.',
  ],
  [
    '15 order=desc',
    get(`${product}?sort=price:desc&order=desc`),
    '400 unknown_parameter',
    'For descending order, use sort=-price.',
  ],
  [
    '15 order=desc alone',
    get(`${product}?order=desc`),
    '400 unknown_parameter',
    'For descending order, use sort=-{field}.',
  ],
  [
    '16 page=2',
    get(`${product}?page=2`),
    '400 unknown_parameter',
    'Lists are paged with offset, or with cursor and meta.next_cursor.',
  ],
  [
    '16 page=2 on a list that has no offset',
    get('/v1/blog/articles?page=2'),
    '400 unknown_parameter',
    'Lists are paged with cursor and meta.next_cursor.',
  ],
  [
    '16 page=2 on something that is no list',
    get('/v1/ping?page=2'),
    '400 unknown_parameter',
    'This endpoint has no parameter page.',
  ],
  [
    '17 populate=*',
    get(`${product}?populate=*`),
    '400 unknown_parameter',
    'References are included one level deep without a parameter.',
  ],
  [
    '17 depth=2',
    get(`${product}?depth=2`),
    '400 unknown_parameter',
    'References are included one level deep without a parameter.',
  ],
  [
    'select=name',
    get(`${product}?select=name`),
    '400 unknown_parameter',
    'To return only some fields, use fields=.',
  ],
  [
    'per_page=5',
    get(`${product}?per_page=5`),
    '400 unknown_parameter',
    'To set the number of items, use limit=5.',
  ],
  [
    'where[or]',
    get(`${product}?where[or][0][price]=3`),
    '400 unknown_parameter',
    'All filters must match; there is no OR. Send two requests, or use where[field][in]=a,b.',
  ],
  [
    'fields=values.name',
    get(`${product}?fields=values.name`),
    '400 unknown_field',
    'There is no field "values.name" here.',
    'name',
  ],
  [
    'a bulk write',
    call('POST', '/v1/content/talk/bulk', []),
    '405 method_not_allowed',
    'To write several entries in one request, POST to /v1/bulk with operations for /v1/content/talk/entries.',
  ],
  [
    '18 draft=true',
    get('/v1/content/talk?draft=true'),
    '400 unknown_parameter',
    published('/v1/content/talk'),
  ],
  [
    '18 status=draft',
    get('/v1/content/talk?status=draft'),
    '400 unknown_parameter',
    published('/v1/content/talk'),
  ],
  [
    '18 in the blog',
    get('/v1/blog/articles?status=draft'),
    '400 unknown_parameter',
    published('/v1/blog/articles'),
  ],
  [
    '18 status=published',
    get('/v1/content/talk?status=published'),
    '400 unknown_parameter',
    '/v1 returns published content only. Remove status.',
  ],
  [
    '19 a draft',
    get(`/v1/content/talk/${draftId}`),
    '404 entry_not_published',
    `Entry ${draftId} is a draft. Read it at /preview/v1/content/talk/${draftId}, or publish it.`,
  ],
  [
    '20 a preview with a publishable key',
    { path: '/preview/v1/content/talk', as: 'publishable' },
    '403 secret_key_required',
    'Drafts require a secret key (sk_...) or a preview token. Call this endpoint from a server.',
  ],
  [
    '20 a preview without a token',
    { path: '/preview/v1/content/talk', as: 'nobody' },
    '401 missing_api_key',
    'Send your API key as "Authorization: Bearer <key>".',
  ],
  [
    '21 locale=de',
    get('/v1/content/talk?locale=de'),
    '400 unknown_locale',
    'Locale "de" does not exist in this project. Use one of: en.',
  ],
  [
    '22 fields outside of values',
    call('POST', talks, { title: 'x' }),
    '400 missing_required_field',
    inside('{"title": "x"}'),
  ],
  ['22 data', call('POST', talks, { data: {} }), '400 missing_required_field', inside('{...}')],
  [
    '22 fields',
    call('POST', talks, { fields: { title: 'x', when: null } }),
    '400 missing_required_field',
    inside('{"title": "x", ...}'),
  ],
  [
    '22 values of further locales alone',
    call('POST', talks, { locales: { de: { values: { title: 'x' } } } }),
    '400 missing_required_field',
    'The field "values" is required.',
  ],
  [
    '22 fields of a further locale outside of values',
    call('POST', talks, { values: { title: 'x' }, locales: { de: { title: 'y', price: 1 } } }),
    '400 unknown_field',
    'Put the fields of the locale inside "values": {"locales": {"de": {"values": {"title": "y", ...}}}}.',
  ],
  [
    '22 in a PATCH',
    call('PATCH', `/v1/content/talk/${talkId}`, { title: 'x'.repeat(100) }),
    '400 unknown_field',
    inside(`{"title": "${'x'.repeat(37)}..."}`),
  ],
  [
    '22 in a singleton',
    call('PUT', '/v1/content/home', { data: { title: 'x' } }),
    '400 missing_required_field',
    inside('{"title": "x"}'),
  ],
  [
    '23 an image as a URL',
    create({ title: 'x', cover: 'https://example.com/a.png' }),
    '400 unknown_link',
    `The image field cover takes a media ID (med_...). ${media}`,
  ],
  [
    '23 images as URLs',
    create({ title: 'x', photos: ['https://example.com/a.png'] }),
    '400 unknown_link',
    `The image field photos takes media IDs (med_...). ${media}`,
  ],
  [
    '23 an image of an article',
    call('PATCH', news, { featured_image_id: '/a.png' }),
    '400 unknown_link',
    `The image field featured_image_id takes a media ID (med_...). ${media}`,
  ],
  [
    '23 an image that does not exist',
    create({ title: 'x', cover: 'med_00000000000000000000000000' }),
    '400 unknown_link',
    'The id med_00000000000000000000000000 does not belong to an item that this field can link to.',
  ],
  [
    '24 an image as an object',
    create({ title: 'x', cover: { url: 'https://example.com/a.png' } }),
    '400 invalid_field_value',
    `The image field cover takes a media ID (med_...). ${media}`,
  ],
  [
    '25 an author by name',
    call('PATCH', news, { authors: ['Jory Tamblin'] }),
    '400 unknown_link',
    'authors takes author IDs (aut_...). GET /v1/authors lists them.',
  ],
  [
    '25 an author by name in an entry',
    create({ title: 'x', speaker: 'Jory Tamblin' }),
    '400 unknown_link',
    'speaker takes an author ID (aut_...). GET /v1/authors lists them.',
  ],
  [
    '25 a reference by slug',
    create({ title: 'x', product: 'tern-spar-set' }),
    '400 unknown_link',
    'product takes an entry ID (ent_...). GET /v1/content/product lists them.',
  ],
  [
    '25 a category by name',
    call('PATCH', news, { categories: ['news'] }),
    '400 unknown_link',
    'categories takes category IDs (cat_...). GET /v1/blog/categories lists them.',
  ],
  [
    '26 rich text as a string',
    create({ title: 'x', body: 'Hello' }),
    '400 invalid_richtext_document',
    'The field body takes a document, not a string. For Markdown, send {"markdown": "..."}; for HTML, {"html": "..."}.',
  ],
  [
    '26 the body of an article as a string',
    call('PATCH', news, { body: 'Hello' }),
    '400 invalid_richtext_document',
    'The field body takes a document, not a string. For Markdown, send {"markdown": "..."}; for HTML, {"html": "..."}.',
  ],
  [
    '27 a file to /v1/media',
    raw('--b\r\n--b--', 'multipart/form-data; boundary=b', '/v1/media'),
    '405 method_not_allowed',
    files,
  ],
  [
    '27 a file to /v1/media/uploads',
    raw('--b\r\n--b--', 'multipart/form-data; boundary=b', '/v1/media/uploads'),
    '415 unsupported_media_type',
    files,
  ],
  ['27 the bytes of a file', raw('x', 'image/png', '/v1/media/uploads'), '415 unsupported_media_type', files],
  [
    '28 name in place of key',
    define({ name: 'title', type: 'string' }),
    '400 unknown_field',
    'A field definition needs "key". Did you mean "key" instead of "name"?',
    'key',
  ],
  [
    '29 choices outside of options',
    define({ key: 'size', type: 'select', choices: ['s', 'l'] }),
    '400 unknown_field',
    'choices belongs in options: {"options": {"choices": [...]}}.',
  ],
  [
    '29 another option outside of options',
    define({ key: 'title', type: 'string', max_length: 80 }),
    '400 unknown_field',
    'max_length belongs in options: {"options": {"max_length": 80}}.',
  ],
  [
    '30 POST a content type',
    call('POST', '/v1/schema/content-types', { slug: 'event' }),
    '405 method_not_allowed',
    'To create a content type, PUT /v1/schema/content-types/{slug}.',
  ],
  [
    '31 DELETE a content type',
    call('DELETE', '/v1/schema/content-types/talk'),
    '405 method_not_allowed',
    'Content types can only be deleted in the dashboard.',
  ],
  [
    '32 the key id',
    define({ key: 'id', type: 'string' }),
    '400 invalid_field_definition',
    'The key "id" is reserved for the ID of the entry. Choose another key.',
  ],
  ['33 POST webhooks', call('POST', '/v1/webhooks', {}), '404 unknown_endpoint', webhooks],
  ['33 GET webhooks', get('/v1/webhooks'), '404 unknown_endpoint', webhooks],
  [
    '34 q on entries',
    get('/v1/content/talk?q=kite'),
    '400 unknown_parameter',
    'Search (q) covers blog and knowledge base lists. For entries, use where[title][contains]=kite.',
  ],
  [
    '34 q on a type that has another display field',
    get(`${product}?q=${encodeURIComponent('kite & wind')}`),
    '400 unknown_parameter',
    'Search (q) covers blog and knowledge base lists. For entries, use where[name][contains]=kite%20%26%20wind.',
  ],
  [
    '34 /v1/search',
    get('/v1/search?q=kite'),
    '404 unknown_endpoint',
    'Search (q) covers blog and knowledge base lists. For entries, use where[title][contains]=kite.',
  ],
  [
    '35 a trailing comma',
    raw('{"values": {"title":"x",}}'),
    '400 invalid_json',
    'The body is not valid JSON: unexpected "}" at line 1, column 25.',
  ],
  [
    '35 single quotes',
    raw("{\n  'values': {}\n}"),
    '400 invalid_json',
    `The body is not valid JSON: unexpected "'" at line 2, column 3.`,
  ],
  [
    '35 an early end',
    raw('{"values": {"title": "Küste"'),
    '400 invalid_json',
    'The body is not valid JSON: unexpected end at line 1, column 29.',
  ],
  [
    '36 a text for a number',
    get(`${product}?where[price][gte]=cheap`),
    '400 invalid_field_value',
    'The field price takes a number, for example 10.',
  ],
  [
    '36 a text for a boolean',
    get(`${product}?where[in_stock]=yes`),
    '400 invalid_field_value',
    'The field in_stock takes true or false.',
  ],
  [
    '37 status on an article',
    call('PATCH', news, { status: 'published' }),
    '400 unknown_field',
    'To publish, send "publish": true.',
  ],
  [
    '37 status on an entry',
    create({ title: 'x' }, { status: 'published' }),
    '400 unknown_field',
    'To publish, send "publish": true.',
  ],
  [
    '38 category on an article',
    call('PATCH', news, { category: 'news' }),
    '400 unknown_field',
    'There is no field "category". Use "categories" with category IDs.',
    'categories',
  ],
  [
    'an unknown parameter',
    get('/v1/ping?verbose=1'),
    '400 unknown_parameter',
    'This endpoint has no parameter verbose.',
  ],
  [
    '/ for a program',
    get('/', { Accept: '*/*' }),
    '404 unknown_endpoint',
    `There is no endpoint GET /. ${elsewhere}`,
  ],
  [
    'an unknown path',
    { ...get('/admin', { Accept: '*/*' }), as: 'nobody' },
    '404 unknown_endpoint',
    `There is no endpoint GET /admin. ${elsewhere}`,
  ],
  [
    'an unknown path below /v1',
    get(`/v1/${'x'.repeat(300)}`),
    '404 unknown_endpoint',
    `There is no endpoint GET /v1/${'x'.repeat(113)}.... GET /v1/introspection lists them all.`,
  ],
];

describe('known mistakes', () => {
  it.each(rows)('%s', async (_name, request, ...response) => {
    const { status, body } = await send(project, request);
    const { code, message, did_you_mean: didYouMean } = body.error;

    expect([`${status} ${code}`, message, ...(didYouMean === undefined ? [] : [didYouMean])]).toEqual(
      response,
    );
  });

  it('39 names the rate limit and its variable', async () => {
    const own = await startOwnService({ RATE_WRITE: '3', RATE_PROJECT_FACTOR: '1' });
    const limited = await own.newProject();
    const client = limited.secret;
    const write = (by: ApiClient) => by.patch('/v1/content/none', {});
    for (let i = 0; i < 3; i += 1) await write(client);
    const { body, headers } = await write(client);
    const other = await write(limited.as((await limited.newKey({})).token));

    const wait = `Try again in ${headers.get('Retry-After')} s.`;
    expect(body.error.message).toBe(
      `Rate limit: 3 writes a minute for this key. ${wait} The limit is RATE_WRITE.`,
    );
    expect(other.body.error.message).toMatch(
      /^Rate limit: 3 writes a minute for all secret keys of this project\. .* RATE_WRITE times RATE_PROJECT_FACTOR\.$/,
    );
  });
});

describe('a field that has the name of a hint', () => {
  it('is what the parameter is taken for', async () => {
    const own = await service.newProject();
    await defineType(own, 'scan', { page: 'number', lang: 'string', q: 'string', order: 'number' });

    for (const [name, value] of Object.entries({ page: '2', lang: 'de', q: 'kite', order: '1' })) {
      const { body } = await own.secret.get(`/v1/content/scan?${name}=${value}`);
      expect(body.error.message).toBe(filtered(`where[${name}]=${value}`, name));
    }
  });
});

describe('hints and who may see', () => {
  it('name nothing of a type that a narrowed key does not reach', async () => {
    const { token } = await project.newKey({ scopes: { can: ['read', 'draft'], types: ['product'] } });
    const narrow = project.as(token);
    const posted = await narrow.post('/v1/content/home', {});
    const unknown = await narrow.post('/v1/content/nothing', {});

    expect((await narrow.get('/v1/content/talk?title=x')).body.error.code).toBe('scope_required');
    expect((await narrow.get('/v1/content/talk/kites')).body.error.code).toBe('scope_required');
    expect(posted.body.error.message).toBe('To create an entry, POST to /v1/content/home/entries.');
    expect(unknown.body.error.message).toBe('To create an entry, POST to /v1/content/nothing/entries.');
    expect(posted.headers.get('Allow')).toBe(unknown.headers.get('Allow'));
  });

  it('are the same for publishable keys', async () => {
    const { body } = await project.publishable.get(`${product}?price=10`);

    expect(body.error.message).toBe(filtered('where[price]=10'));
  });

  it('send no body with HEAD', async () => {
    for (const path of [`${product}/tern-spar-set`, `${product}?page=2`, `${product}/`, '/admin']) {
      const { status, text } = await project.secret.send('HEAD', path, {});
      expect([status >= 400, text]).toEqual([true, '']);
    }
  });

  it('name the paths of previews to who previews', async () => {
    const editor = await signedIn(service, project.id, 'editor');
    const { body } = await editor.send('POST', `/projects/${project.id}/preview`, {});
    const reader = project.as(body.token as string);
    const bySlug = await reader.get('/preview/v1/content/product/tern-spar-set');
    const draft = await reader.get('/preview/v1/content/talk?draft=true');

    expect(bySlug.body.error.message).toBe(
      'Entry IDs begin with ent_. To find an entry by slug, use /preview/v1/content/product?where[slug]=tern-spar-set.',
    );
    expect(draft.body.error.message).toBe('A preview shows drafts without a parameter. Remove draft.');
  });

  it('give the date of a scheduled entry', async () => {
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const { id } = await createEntry(
      project,
      'talk',
      { title: 'Later' },
      { publish: true, published_at: at },
    );
    const { body } = await project.secret.get(`/v1/content/talk/${id as string}`);

    expect(body.error.message).toBe(
      `Entry ${id as string} is scheduled for ${at}. Read it at /preview/v1/content/talk/${id as string}.`,
    );
  });
});

describe('a browser on a path that does not exist', () => {
  const browse = (path: string, method = 'GET') =>
    fetch(service.url + path, { method, headers: { Accept: 'text/html,application/xhtml+xml' } });

  it.each(['/admin', '/graphql', '/api/articles', '/content/product', '/preview'])(
    '%s shows a page with links',
    async (path) => {
      const response = await browse(path);
      const page = await response.text();

      expect([response.status, response.headers.get('Content-Type')]).toEqual([
        404,
        'text/html; charset=utf-8',
      ]);
      expect(page).toContain(`There is no page at ${path}.`);
      for (const link of ['/dashboard', '/docs', '/docs/errors#missing_api_key'])
        expect(page).toContain(`href="${link}"`);
      expect(page).toContain(response.headers.get('X-Request-Id'));
      expect(response.headers.get('Vary')).toContain('Accept');
    },
  );

  it('escapes the path, and names the path of the API', async () => {
    expect(await (await browse('/%3Cscript%3E<b>')).text()).not.toContain('<b>');
    expect(await (await browse('/content/product')).text()).toContain('The API has /v1/content/product.');
  });

  it('leaves JSON to everything else', async () => {
    for (const response of [await browse('/v1/nothing'), await browse('/admin', 'POST')])
      expect(response.headers.get('Content-Type')).toContain('application/json');
  });
});

describe('a field with the key id from before it was reserved', () => {
  it('stays when other fields are added, and is not added to another type', async () => {
    const own = await service.newProject();
    await defineType(own, 'part', { number: 'string' });
    const types = databaseOf(service.app.system).collection('content_types');
    await types.updateOne({ project_id: own.id, slug: 'part' }, { $set: { 'fields.0.key': 'id' } });

    const fields = [
      { key: 'id', type: 'string' },
      { key: 'name', type: 'string' },
    ];
    await defineType(own, 'part', fields);
    const entry = await publishEntry(own, 'part', { id: 'A-1', name: 'Spar' });
    const read = await own.secret.get(`/v1/content/part/${entry}`);
    const other = await own.secret.put('/v1/schema/content-types/other', { fields });

    expect(read.body.values).toEqual({ id: 'A-1', name: 'Spar' });
    expect([other.status, other.body.error.param]).toEqual([400, 'fields[0].key']);
  });
});
