import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { TableImport } from '../../../../src/transfer/tables/jobs/schema.ts';
import { rowsOf } from '../../../support/audit/rows.ts';
import { createEntry, defineType, publishEntry, refusal } from '../../../support/content.ts';
import { type DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { startOwnService, type TestProject } from '../../../support/service.ts';

vi.setConfig({ testTimeout: 120_000 });

const service = await startOwnService();
await service.app.start();

let project: TestProject;
let editor: DashboardClient;
beforeEach(async () => {
  project = await service.newProject();
  await defineType(project, 'product', [
    { key: 'sku', type: 'string', options: { unique: true } },
    { key: 'title', type: 'string', options: { required: true } },
    { key: 'price', type: 'number' },
  ]);
  editor = await signedIn(service, project.id, 'editor');
});

const at = (path: string) => `/projects/${project.id}${path}`;
const columns = [
  { name: 'SKU', field: 'sku' },
  { name: 'Name', field: 'title' },
  { name: 'Price', field: 'price' },
  { name: 'Note', field: null },
];
const choices = { columns, key: 'sku', publish: true };
const product = (i: number, price = '1') => [`p-${i}`, `Product ${i}`, price, ''];

async function begin(rows: string[][], more: object = {}, client = editor): Promise<string> {
  const body = { ...choices, file_name: 'shop.csv', rows_total: rows.length, ...more };
  const created = await client.send('POST', at('/content/product/imports'), body);
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  expect(created.body).toMatchObject({ type: 'product', file_name: 'shop.csv', status: 'uploading' });
  const id = created.body.id as string;
  for (let first = 0; first < rows.length; first += 500) {
    const part = { rows: rows.slice(first, first + 500) };
    expect((await client.send('PUT', at(`/imports/${id}/rows/${first}`), part)).status).toBe(204);
  }
  return id;
}

const read = async (id: string) => (await editor.send('GET', at(`/imports/${id}`))).body as TableImport;

async function run(id: string, client = editor): Promise<TableImport> {
  const started = await client.send('POST', at(`/imports/${id}/start`));
  expect(started.status, JSON.stringify(started.body)).toBe(202);
  await expect.poll(async () => (await read(id)).status, { timeout: 90_000 }).not.toBe('running');
  return read(id);
}

const listed = async () =>
  (await project.publishable.get('/v1/content/product?limit=100&sort=sku')).body.data as {
    values: Record<string, unknown>;
  }[];

describe('an import in the dashboard', () => {
  it('stores its rows as the member, in parts and in order', async () => {
    const rows = Array.from({ length: 620 }, (_, i) => product(i));
    const id = await begin(rows);

    const audited = await rowsOf(service.app, project.id, () => run(id));

    expect(await read(id)).toMatchObject({
      status: 'done',
      rows_total: 620,
      counts: { in: 620, created: 620, updated: 0, unchanged: 0, failed: 0 },
      errors: [],
    });
    expect((await project.publishable.get('/v1/content/product?count=true')).body.meta.total).toBe(620);
    expect(audited[0]).toMatchObject({
      action: 'import.started',
      subject: { kind: 'type', id: 'product' },
      detail: { items: 620 },
    });
    expect(audited).toHaveLength(621);
    expect(new Set(audited.map(({ actor }) => actor.kind))).toEqual(new Set(['user']));
  });

  it('reports rejected rows, and offers them as a file', async () => {
    await publishEntry(project, 'product', { sku: 'p-1', title: 'Product 1', price: 1 });
    const rows = [product(1), ['p-2', '', 'much', '=1+1'], ['', '', '', ''], product(3)];

    const report = await run(await begin(rows));

    expect(report.counts).toEqual({ in: 4, created: 1, updated: 0, unchanged: 2, failed: 1 });
    expect(report.errors.map(({ row, column, code }) => [row, column, code])).toEqual([
      [3, 'Price', 'invalid_field_value'],
    ]);
    const file = await editor.send('GET', at(`/imports/${report.id}/errors`));
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="shop-rejected.csv"');
    expect(parse(file.text, { bom: true })).toEqual([
      ['Row', 'Error', 'SKU', 'Name', 'Price', 'Note'],
      ['3', expect.stringContaining('Price: The value of "price"') as string, 'p-2', '', 'much', "'=1+1"],
    ]);
  });

  it('checks rows without storing any', async () => {
    await publishEntry(project, 'product', { sku: 'p-1', title: 'Product 1', price: 1 });
    const rows = [product(1), product(1, '2'), product(2), ['p-3', '', '', ''], product(2)];
    const path = at('/content/product/imports/check');

    const { status, body } = await editor.send('POST', path, { ...choices, rows });

    expect(status, JSON.stringify(body)).toBe(200);
    const checkedRows = body.rows as { row: number; action: string }[];
    expect(checkedRows.map(({ row, action }) => [row, action])).toEqual([
      [2, 'unchanged'],
      [3, 'update'],
      [4, 'create'],
      [5, 'fail'],
      [6, 'unchanged'],
    ]);
    expect(body.rows[3].errors).toMatchObject([{ row: 5, column: 'Name', code: 'missing_required_field' }]);
    expect(await listed()).toMatchObject([{ values: { sku: 'p-1', price: 1 } }]);
    expect((await editor.send('POST', path, { ...choices, rows: Array(101).fill(product(1)) })).status).toBe(
      400,
    );
  });

  it('starts when all rows have arrived, in any order and repeated', async () => {
    const id = await begin([], { rows_total: 3 });
    const put = (first: number, ...rows: string[][]) =>
      editor.send('PUT', at(`/imports/${id}/rows/${first}`), { rows });
    await put(2, product(2));
    await put(0, product(0));
    expect(refusal(await editor.send('POST', at(`/imports/${id}/start`)))).toEqual([
      400,
      'invalid_field_value',
      'rows_total',
    ]);
    expect(refusal(await put(2, product(2), product(3)))).toEqual([400, 'invalid_field_value', 'rows']);
    await put(0, product(5), product(1));

    expect(await run(id)).toMatchObject({ status: 'done', counts: { created: 3 } });
    expect((await listed()).map(({ values }) => values['sku'])).toEqual(['p-1', 'p-2', 'p-5']);
    expect(refusal(await put(0, product(0)))).toEqual([400, 'invalid_field_value', 'rows']);
  });

  it('takes 20 MB and 10,000 rows, and not more', async () => {
    const path = at('/content/product/imports');
    const body = { ...choices, file_name: 'a.csv' };
    expect((await editor.send('POST', path, { ...body, rows_total: 10_000 })).status).toBe(201);
    expect(refusal(await editor.send('POST', path, { ...body, rows_total: 10_001 }))).toEqual([
      400,
      'invalid_field_value',
      'rows_total',
    ]);
    const id = await begin([], { rows_total: 100 });
    const put = (first: number, bytes: number) =>
      editor.send('PUT', at(`/imports/${id}/rows/${first}`), { rows: [['x'.repeat(bytes)]] });
    for (let i = 0; i < 20; i += 1) expect((await put(i, 1_000_000)).status).toBe(204);
    expect(refusal(await put(20, 1))).toEqual([400, 'invalid_field_value', 'rows']);
    expect((await put(0, 1)).status).toBe(204);
  });

  it('is the only one of its project, and can be stopped and continued', async () => {
    const id = await begin(Array.from({ length: 600 }, (_, i) => product(i)));
    const other = await begin([product(1)]);
    await editor.send('POST', at(`/imports/${id}/start`));

    expect(refusal(await editor.send('POST', at(`/imports/${other}/start`))).slice(0, 2)).toEqual([
      409,
      'import_running',
    ]);
    const late = await editor.send('PUT', at(`/imports/${id}/rows/0`), { rows: [product(1)] });
    expect(refusal(late).slice(0, 2)).toEqual([409, 'import_running']);
    const stopped = await editor.send('POST', at(`/imports/${id}/stop`));
    expect([stopped.status, stopped.body.status]).toEqual([200, 'stopped']);

    expect(await run(id)).toMatchObject({ status: 'done', counts: { in: 600, created: 600 } });
    expect(await run(other)).toMatchObject({ counts: { in: 1, unchanged: 1 } });
  });

  it('rejects columns and keys that the type does not have', async () => {
    const create = async (more: object) =>
      refusal(
        await editor.send('POST', at('/content/product/imports'), {
          ...choices,
          ...{ file_name: 'a.csv', rows_total: 1 },
          ...more,
        }),
      );
    const column = (field: string) => ({ name: field, field });
    expect(await create({ columns: [column('colour')] })).toEqual([400, 'unknown_field', 'columns[0].field']);
    expect(await create({ columns: [column('sku'), column('sku')] })).toEqual([
      400,
      'invalid_field_value',
      'columns[1].field',
    ]);
    expect(await create({ key: 'title' })).toEqual([400, 'invalid_field_value', 'key']);
    expect(await create({ columns: [column('title')] })).toEqual([400, 'invalid_field_value', 'key']);
    expect(await create({ publish: 'yes' })).toEqual([400, 'invalid_field_value', 'publish']);
  });

  it('publishes for members who may, stores drafts of authors, and nothing of viewers', async () => {
    const author = await signedIn(service, project.id, 'author');
    const viewer = await signedIn(service, project.id, 'viewer');
    const body = { ...choices, file_name: 'a.csv', rows_total: 1 };
    const path = at('/content/product/imports');
    expect(refusal(await author.send('POST', path, body)).slice(0, 2)).toEqual([403, 'role_required']);
    expect(refusal(await viewer.send('POST', path, { ...body, publish: false })).slice(0, 2)).toEqual([
      403,
      'role_required',
    ]);
    const check = { ...choices, rows: [product(1)] };
    expect(refusal(await author.send('POST', `${path}/check`, check)).slice(0, 2)).toEqual([
      403,
      'role_required',
    ]);

    const ofEditor = await begin([product(1)]);
    for (const action of ['start', 'stop'])
      expect(refusal(await author.send('POST', at(`/imports/${ofEditor}/${action}`))).slice(0, 2)).toEqual([
        403,
        'role_required',
      ]);
    const live = await publishEntry(project, 'product', { sku: 'live', title: 'Old' });
    const withStatus = [...columns.slice(0, 2), { name: 'Status', field: 'status' }];
    const rows = [
      ['live', 'New', ''],
      ['draft', 'Draft', ''],
      ['wish', 'Wish', 'published'],
    ];
    const id = await begin(rows, { publish: false, columns: withStatus }, author);
    const report = await run(id, author);

    expect(report.counts).toEqual({ in: 3, created: 1, updated: 1, unchanged: 0, failed: 1 });
    expect(report.errors).toMatchObject([{ row: 4, code: 'role_required' }]);
    expect(await listed()).toMatchObject([{ values: { sku: 'live', title: 'Old' } }]);
    const { body: draft } = await editor.send('GET', at(`/content/product/entries/${live}`));
    expect(draft).toMatchObject({ draft: { title: 'New' }, has_unpublished_changes: true });
    expect((await viewer.send('GET', at(`/imports/${id}`))).status).toBe(200);
    expect((await viewer.send('GET', at('/content/product/export?format=csv'))).status).toBe(200);
  });

  it('is hidden from other projects and from members of other types', async () => {
    const id = await begin([product(1)]);
    const otherProject = await service.newProject();
    const stranger = await signedIn(service, otherProject.id, 'owner');
    const elsewhere = (path: string) => `/projects/${otherProject.id}${path}`;
    await defineType(project, 'note', { text: 'string' });
    const narrowed = await signedIn(
      service,
      project.id,
      { role: 'editor', grant: { types: ['note'] } },
      `narrowed-${project.id}@example.test`,
    );
    for (const [method, path, body] of [
      ['GET', `/imports/${id}`],
      ['GET', `/imports/${id}/errors`],
      ['PUT', `/imports/${id}/rows/0`, { rows: [['a']] }],
      ['POST', `/imports/${id}/start`],
      ['POST', `/imports/${id}/stop`],
    ] as const) {
      expect(refusal(await stranger.send(method, elsewhere(path), body)).slice(0, 2)).toEqual([
        404,
        'unknown_import',
      ]);
      expect(refusal(await narrowed.send(method, at(path), body)).slice(0, 2)).toEqual([
        404,
        'unknown_import',
      ]);
    }
    const body = { ...choices, file_name: 'a.csv', rows_total: 1 };
    const path = '/content/product/imports';
    expect((await narrowed.send('POST', at(path), body)).status).toBe(403);
    expect((await narrowed.send('GET', at('/content/product/export?format=csv'))).status).toBe(403);
    expect((await stranger.send('POST', at(path), body)).status).toBe(404);
  });

  it('fails with a reason if the content type is deleted', async () => {
    const id = await begin([product(1)]);
    const owner = await signedIn(service, project.id, 'owner');
    await owner.send('DELETE', at('/content-types/product'), { confirm: 'product' });
    expect(await run(id)).toMatchObject({ status: 'failed', reason: 'The content type was deleted.' });
  });
});

describe('a download of a content type', () => {
  it.each([
    ['csv', 'text/csv; charset=utf-8'],
    ['ndjson', 'application/x-ndjson'],
  ])('contains all drafts: %s', async (format, type) => {
    await publishEntry(project, 'product', { sku: 'a', title: 'Öl' });
    await createEntry(project, 'product', { sku: 'b', title: 'Draft' });

    const { status, headers, text } = await editor.send(
      'GET',
      at(`/content/product/export?format=${format}`),
    );

    expect([status, headers.get('content-type')]).toEqual([200, type]);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="product.${format}"`);
    const titles =
      format === 'csv'
        ? parse<Record<string, string>>(text, { columns: true, bom: true }).map(({ title }) => title)
        : text
            .trim()
            .split('\n')
            .map((line) => (JSON.parse(line) as { values: { title: string } }).values.title);
    expect(titles).toEqual(['Öl', 'Draft']);
  });

  it('rejects other formats and types', async () => {
    expect((await editor.send('GET', at('/content/product/export?format=xlsx'))).status).toBe(400);
    expect(refusal(await editor.send('GET', at('/content/nothing/export?format=csv'))).slice(0, 2)).toEqual([
      404,
      'unknown_content_type',
    ]);
  });
});
