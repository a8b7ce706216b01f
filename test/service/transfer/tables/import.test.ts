import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { createEntry, defineType, publishEntry } from '../../../support/content.ts';
import { rowsOf } from '../../../support/audit/rows.ts';
import type { TestProject } from '../../../support/service.ts';
import { newFolder, newInstallation } from '../../../support/transfer/installations.ts';

vi.setConfig({ testTimeout: 120_000 });

const installation = await newInstallation();

async function newShop(): Promise<TestProject> {
  const project = await installation.newProject();
  await defineType(project, 'product', [
    { key: 'sku', type: 'string', label: 'SKU', options: { unique: true } },
    { key: 'title', type: 'string', options: { required: true } },
    { key: 'price', type: 'number', options: { min: 0 } },
    { key: 'similar', type: 'reference_list', options: { content_type: 'product' } },
  ]);
  return project;
}

async function importText({ id }: TestProject, text: string | Buffer, ...more: string[]) {
  const file = join(await newFolder(), 'table');
  await writeFile(file, text);
  const format = text.toString().startsWith('{') ? '--ndjson' : '--csv';
  return installation.galley('import', '--project', id, '--type', 'product', format, file, ...more);
}

const errorsIn = ({ failed }: { failed: { row: number; column: string | null; code: string }[] }) =>
  failed.map(({ row, column, code }) => [row, column, code]);

const listed = async ({ publishable }: TestProject) =>
  (await publishable.get('/v1/content/product?limit=100&sort=sku')).body.data as {
    id: string;
    values: { sku: string; title: string; price: number | null; similar: { values: { sku: string } }[] };
  }[];

describe('an import of a table', () => {
  it('stores 300 rows once, and what changed when it is repeated', async () => {
    const project = await newShop();
    const rows = (price: number) =>
      [
        'sku,title,price',
        ...Array.from({ length: 300 }, (_, i) => `p-${i},Product ${i},${i < 2 ? price : 5}`),
      ].join('\n');

    const first = await importText(project, rows(5), '--key', 'sku', '--publish');
    const again = await importText(project, rows(5), '--key', 'sku', '--publish');
    const audited = await rowsOf(installation.app, project.id, async () => {
      const changed = await importText(project, rows(6), '--key', 'sku', '--publish');
      expect(changed.body.total).toEqual({ in: 300, created: 0, updated: 2, unchanged: 298, failed: 0 });
    });

    const total = { in: 300, created: 0, updated: 0, unchanged: 0, failed: 0 };
    expect([first, again].map(({ exitCode, body }) => [exitCode, body.total])).toEqual([
      [0, { ...total, created: 300 }],
      [0, { ...total, unchanged: 300 }],
    ]);
    const { meta } = (await project.publishable.get('/v1/content/product?count=true')).body;
    expect(meta.total).toBe(300);
    expect((await listed(project)).filter(({ values }) => values.price === 6)).toHaveLength(2);
    expect(audited).toMatchObject([
      {
        action: 'import.started',
        subject: { kind: 'type', id: 'product' },
        detail: { items: 300 },
        via: 'cli',
      },
      { action: 'entry.changed' },
      { action: 'entry.changed' },
    ]);
  });

  it('stores the valid rows, and names row and column of the others', async () => {
    const project = await newShop();
    const text =
      'SKU;Name;price\na;One;1\nb;;2\nc;Three;much\n"d\nd";Four;-1\na;Again;3\ne;Five\nf;Six;6;7\n\ng;Seven;\n';
    const { exitCode, body } = await importText(project, text, '--map', 'Name=title', '--publish');

    expect(exitCode).toBe(2);
    expect(body.total).toEqual({ in: 8, created: 2, updated: 0, unchanged: 0, failed: 6 });
    expect(errorsIn(body)).toEqual([
      [3, 'Name', 'missing_required_field'],
      [4, 'price', 'invalid_field_value'],
      [5, 'SKU', 'invalid_field_value'],
      [5, 'price', 'invalid_field_value'],
      [6, 'SKU', 'field_value_taken'],
      [7, null, 'invalid_field_value'],
      [8, null, 'invalid_field_value'],
    ]);
    expect((await listed(project)).map(({ values }) => values.title)).toEqual(['One', 'Seven']);
  });

  it('changes entries by id, clears empty cells and leaves absent columns', async () => {
    const project = await newShop();
    const id = await publishEntry(project, 'product', { sku: 'a', title: 'One', price: 1 });

    const { body } = await importText(
      project,
      `id,price,status\n${id},,published\nent_unknown,2,published\n`,
    );

    expect(body.total).toMatchObject({ updated: 1, failed: 1 });
    expect(body.failed).toMatchObject([{ row: 3, column: 'id', code: 'unknown_entry' }]);
    expect((await listed(project)).map(({ values }) => values)).toMatchObject([
      { sku: 'a', title: 'One', price: null },
    ]);
  });

  it('lets the status of a row win, and keeps the state of rows without one', async () => {
    const project = await newShop();
    await publishEntry(project, 'product', { sku: 'live', title: 'Live' });
    await publishEntry(project, 'product', { sku: 'hidden', title: 'Hidden' });
    await createEntry(project, 'product', { sku: 'draft', title: 'Draft' });
    const skus = async () => (await listed(project)).map(({ values }) => `${values.sku}: ${values.title}`);

    await importText(project, 'sku,title\nlive,New\ndraft,New\nadded,New\n', '--key', 'sku');
    expect(await skus()).toEqual(['hidden: Hidden', 'live: Live']);

    await importText(
      project,
      'sku,title,Status\nlive,New,\nhidden,New,draft\ndraft,New,Published\n',
      ...['--key', 'sku', '--publish'],
    );
    expect(await skus()).toEqual(['draft: New', 'live: New']);

    const { body } = await importText(project, 'sku,status\nlive,archived\n', '--key', 'sku');
    expect(body.failed).toMatchObject([{ row: 2, column: 'status', code: 'invalid_field_value' }]);
  });

  it('finds references by unique values, also those of earlier rows', async () => {
    const project = await newShop();
    await publishEntry(project, 'product', { sku: 'old', title: 'Old' });
    const text = 'sku,title,similar\na,A,old\nb,B,old | a\nc,C,nothing\n';

    const { body } = await importText(project, text, '--publish');

    expect(body.failed).toMatchObject([{ row: 4, column: 'similar' }]);
    const [, b] = await listed(project);
    expect(b?.values.similar.map(({ values }) => values.sku)).toEqual(['old', 'a']);
  });

  it('changes an entry twice if two rows have its key', async () => {
    const project = await newShop();
    const { body } = await importText(
      project,
      'sku,title\na,First\na,Second\n,Third\n',
      ...['--key', 'sku', '--publish'],
    );
    expect(body.total).toMatchObject({ created: 1, updated: 1, failed: 1 });
    expect(body.failed).toMatchObject([{ row: 4, column: 'sku', code: 'invalid_field_value' }]);
    expect((await listed(project)).map(({ values }) => values.title)).toEqual(['Second']);
  });

  it('reports the same in a dry run, and stores nothing', async () => {
    const project = await newShop();
    const skus = [...Array.from({ length: 250 }, (_, i) => `p-${i}`), 'p-0', 'P', 'P'];
    const text = ['sku,title', ...skus.map((sku) => `${sku},Title`), 'last,'].join('\n');
    const events = await project.events();

    const dry = await importText(project, text, '--publish', '--dry-run');
    expect(await project.events()).toEqual(events);
    expect(await listed(project)).toEqual([]);
    const stored = await importText(project, text, '--publish');

    expect(dry.body).toEqual({ ...stored.body, dry_run: true });
    expect([dry.exitCode, stored.exitCode]).toEqual([2, 2]);
    expect(stored.body.total).toMatchObject({ created: 251, failed: 3 });
  });

  it('imports into a release', async () => {
    const project = await newShop();
    const { id } = (await project.secret.post('/v1/releases', { name: 'Next' })).body;
    await vi.waitFor(
      async () =>
        expect((await project.secret.get('/v1/releases')).body.data).toContainEqual(
          expect.objectContaining({ id, status: 'ready' }),
        ),
      { timeout: 20_000 },
    );
    await importText(project, 'sku,title\na,A\n', '--publish', '--release', id);
    expect(await listed(project)).toEqual([]);
    expect((await project.secret.get(`/v1/content/product?release=${id}`)).body.data).toHaveLength(1);
  });

  it('reads NDJSON in the written form', async () => {
    const project = await newShop();
    const lines = [
      {
        status: 'published',
        published_at: '2020-01-01T00:00:00Z',
        values: { sku: 'a', Name: 'A', price: 1 },
      },
      { values: { sku: 'b', Name: 'B', price: '1' } },
      { status: 'draft', values: { sku: 'c', colour: 'red' } },
      { name: 'd' },
    ];
    const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"values": {"sku": "\\ud800"}}\n{\n`;
    const { body } = await importText(project, text, '--map', 'Name=title', '--key', 'sku');
    expect(body.total).toMatchObject({ in: 6, created: 1, failed: 5 });
    expect(errorsIn(body)).toEqual([
      [2, 'price', 'invalid_field_value'],
      [3, 'colour', 'unknown_field'],
      [4, 'name', 'unknown_field'],
      [5, null, 'invalid_field_value'],
      [6, null, 'invalid_field_value'],
    ]);
    expect((await project.publishable.get('/v1/content/product')).body.data).toMatchObject([
      { values: { title: 'A' }, published_at: '2020-01-01T00:00:00.000Z' },
    ]);
  });

  it.each([
    ['an unknown column', 'sku,colour\na,b\n', [], 'unknown_field', 'colour'],
    ['two columns of one field', 'sku,SKU\na,b\n', [], 'invalid_parameter', '--map'],
    ['a mapping to nothing', 'sku,b\na,b\n', ['--map', 'b=colour'], 'unknown_field', '--map'],
    ['a mapping of nothing', 'sku\na\n', ['--map', 'b=title'], 'invalid_parameter', '--map'],
    ['a mapping without a field', 'sku\na\n', ['--map', 'b'], 'invalid_parameter', '--map'],
    ['a key that is not unique', 'sku,title\na,b\n', ['--key', 'title'], 'invalid_parameter', '--key'],
    ['a key without a column', 'title\nb\n', ['--key', 'sku'], 'invalid_parameter', '--key'],
    ['another encoding', Buffer.from([0x73, 0x6b, 0x75, 0x0a, 0xe4]), [], 'invalid_parameter', '--encoding'],
    ['a long delimiter', 'sku\na\n', ['--delimiter', '::'], 'invalid_parameter', '--delimiter'],
    ['a delimiter of NDJSON', '{"values":{}}\n', ['--delimiter', ';'], 'invalid_parameter', '--delimiter'],
    ['an empty file', '', [], 'invalid_parameter', '--csv'],
    ['an unknown release', 'sku\na\n', ['--release', 'rel_1'], 'unknown_release', undefined],
  ])('stores nothing with %s', async (...[, text, options, code, param]) => {
    const project = await newShop();
    const { exitCode, body } = await importText(project, text, ...options);
    expect([exitCode, body.error.code]).toEqual([1, code]);
    if (param !== undefined) expect(body.error.param).toBe(param);
    expect((await project.secret.get('/v1/content/product?count=true')).body.meta.total).toBe(0);
  });

  it('rejects a missing file, and options of files with a folder', async () => {
    const project = await newShop();
    const options = ['--project', project.id, '--from', '/nowhere', '--key', 'sku'];
    const folder = await installation.galley('import', ...options);
    expect([folder.exitCode, folder.body.error.param]).toEqual([1, '--key']);
    const type = ['--project', project.id, '--type', 'product'];
    const file = await installation.galley('import', ...type, '--csv', '/nowhere/a.csv');
    expect([file.exitCode, file.body.error.code, file.body.error.param]).toEqual([
      1,
      'invalid_parameter',
      '--csv',
    ]);
  });
});
