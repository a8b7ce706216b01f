import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it, vi } from 'vitest';
import { dayMs, expectDone, inMs } from '../../../support/content.ts';
import type { TestProject } from '../../../support/service.ts';
import { defineEveryType, everyField, everyValue } from '../../../support/tables/every-type.ts';
import { newFolder, newInstallation } from '../../../support/transfer/installations.ts';

vi.setConfig({ testTimeout: 120_000 });

const installation = await newInstallation();
const formats = ['csv', 'ndjson'] as const;
type Format = (typeof formats)[number];

interface Page {
  id: string;
  values: Record<string, unknown>;
  published_at: string;
}

const run = (
  command: string,
  { id }: TestProject,
  ...[format, file, ...more]: [Format, string, ...string[]]
) => installation.galley(command, '--project', id, '--type', 'page', `--${format}`, file, ...more);

/** A project with entries in every state, of which one has a value in each field. */
async function filledProject(): Promise<TestProject> {
  const project = await installation.newProject();
  await defineEveryType(project);
  const values = await everyValue(project);
  const entries = '/v1/content/page/entries';
  const send = async (body: object) => expectDone(await project.secret.post(entries, body));
  await send({ values, publish: true, published_at: '2020-02-02T02:02:02.000Z' });
  await send({ values: { slug: 'draft', price: 0 } });
  await send({ values: { slug: 'scheduled' }, publish: true, published_at: inMs(dayMs) });
  const { id } = await send({ values: { slug: 'newer-draft' }, publish: true });
  expectDone(await project.secret.patch(`/v1/content/page/${id}?draft=true`, { values: { price: 3 } }));
  await send({ values: {} });
  return project;
}

describe('an export of a content type', () => {
  it.each(formats)('is imported unchanged: %s', async (format) => {
    const project = await filledProject();
    const file = join(await newFolder(), 'table');
    const before = await project.events();

    const exported = await run('export', project, format, file);
    const { exitCode, body } = await run('import', project, format, file, '--publish');

    expect(exported).toMatchObject({ exitCode: 0, body: { project: project.id, type: 'page', rows: 6 } });
    expect(body.failed).toEqual([]);
    expect(exitCode).toBe(0);
    expect(body).toMatchObject({
      project: project.id,
      type: 'page',
      dry_run: false,
      total: { in: 6, created: 0, updated: 0, unchanged: 6, failed: 0 },
    });
    expect(await project.events()).toEqual(before);
  });

  it.each(formats)('creates the same values elsewhere: %s', async (format) => {
    const project = await filledProject();
    const file = join(await newFolder(), 'table');
    await run('export', project, format, file);
    expectDone(await project.secret.post('/v1/releases', { name: 'Copy' }));
    const { data } = (await project.secret.get('/v1/releases')).body;
    const { id: release } = (data as { id: string; name: string }[]).find(({ name }) => name === 'Copy') ?? {
      id: '',
    };
    await vi.waitFor(
      async () =>
        expect((await project.secret.get(`/v1/releases/${release}`)).body).toMatchObject({ status: 'ready' }),
      { timeout: 20_000 },
    );
    const listed = (await project.secret.get(`/v1/content/page?limit=100&release=${release}`)).body;
    const others = (listed.data as Page[]).filter(({ values }) => values['slug'] !== 'target');
    for (const { id } of others)
      expectDone(await project.secret.delete(`/v1/content/page/${id}?release=${release}`));

    const more = ['--skip', 'id', '--key', 'slug', '--release', release];
    const { body } = await run('import', project, format, file, ...more);

    const published = await project.secret.get(`/v1/content/page?limit=100&release=${release}`);
    expect(body.failed).toHaveLength(1); // the entry without a slug
    const [original] = (await project.secret.get('/v1/content/page?where[slug]==cmd()')).body.data;
    const copy = (published.body.data as Page[]).find(({ values }) => values['slug'] === '=cmd()');
    if (copy === undefined) throw new Error('the entry was not imported');
    expect(copy.published_at).toBe('2020-02-02T02:02:02.000Z');
    expect(withoutBlockIds(copy.values)).toEqual(withoutBlockIds(original.values));
  });

  it('has a column for each field, in creation order, and protects text from spreadsheets', async () => {
    const project = await filledProject();
    const file = join(await newFolder(), 'table.csv');
    await run('export', project, 'csv', file);

    const text = await readFile(file, 'utf8');
    const [header = [], ...records] = parse(text);
    const rows = records.map((cells) => Object.fromEntries(header.map((name, i) => [name, cells[i]])));

    const ofEntry = ['id', 'status', 'published_at', 'created_at', 'updated_at'];
    expect(header).toEqual([...ofEntry, ...everyField.map(({ key }) => key)]);
    expect(rows.map(({ slug, status }) => [slug, status])).toEqual([
      ['target', 'published'],
      ["'=cmd()", 'published'],
      ['draft', 'draft'],
      ['scheduled', 'published'],
      ['newer-draft', 'published'],
      ['', 'draft'],
    ]);
    expect(rows[1]).toMatchObject({
      published_at: '2020-02-02T02:02:02.000Z',
      price: '-12.5',
      in_stock: 'false',
      color: "'-green",
      place: "'-54.3,10.1",
      tags: 'a\\|b|\\\\|\\ blank\\ |@c',
    });
    expect(rows[4]).toMatchObject({ price: '3' });
  });

  it('writes no file for a type that does not exist', async () => {
    const project = await installation.newProject();
    const file = join(await newFolder(), 'table.csv');
    const { exitCode, body } = await run('export', project, 'csv', file);
    expect([exitCode, body.error.code]).toEqual([1, 'unknown_content_type']);
    await expect(readFile(file)).rejects.toThrow('ENOENT');
  });

  it.each([
    [['--csv', 'a.csv'], '--type'],
    [['--type', 'page'], '--type'],
    [['--type', 'page', '--csv', 'a', '--ndjson', 'b'], '--type'],
    [['--type', 'page', '--csv', 'a', '--out', 'b'], '--type'],
    [[], '--out'],
  ])('needs a type and one file: %j', async (options, param) => {
    const project = await installation.newProject();
    const { exitCode, body } = await installation.galley('export', '--project', project.id, ...options);
    expect([exitCode, body.error.code, body.error.param]).toEqual([1, 'invalid_parameter', param]);
  });

  it('contains drafts that a hand-written file changes', async () => {
    const project = await filledProject();
    const file = join(await newFolder(), 'table.csv');
    await writeFile(file, 'slug;Price\ndraft;7\nnew;8\n');
    const { body } = await run('import', project, 'csv', file, '--key', 'slug');
    expect(body.total).toEqual({ in: 2, created: 1, updated: 1, unchanged: 0, failed: 0 });
    await run('export', project, 'csv', file);
    const rows = parse<Record<string, string>>(await readFile(file, 'utf8'), { columns: true });
    expect(rows.map(({ slug, price }) => [slug, price]).slice(2)).toEqual([
      ['draft', '7'],
      ['scheduled', ''],
      ['newer-draft', '3'],
      ['', ''],
      ['new', '8'],
    ]);
  });
});

function withoutBlockIds(values: Record<string, unknown>): Record<string, unknown> {
  const parts = (values['parts'] as object[]).map((part) => ({ ...part, id: undefined }));
  return { ...values, parts };
}
