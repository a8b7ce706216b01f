import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { expectDone, publishEntry } from '../../support/content.ts';
import { newAsset } from '../../support/media.ts';
import { newFolder, newInstallation } from '../../support/transfer/installations.ts';

const from = await newInstallation();
const to = await newInstallation();

type Kind = [name: string, type: string, options: Record<string, unknown>, value: unknown, filter: string];
const kinds: Kind[] = [
  [
    'string_list',
    'string_list',
    { choices: ['sea', { value: 'sky', label: 'Sky' }] },
    ['sky'],
    '[contains]=sky',
  ],
  ['json', 'json', {}, { 'a.b': [1, { $c: null }] }, '[is_null]=false'],
  ['geo_point', 'geo_point', {}, { lat: -16.5, lng: 179.9 }, '[near]=-16.5,-179.9,50000'],
  ['file', 'file', { accept: ['text/*'] }, '', '[is_null]=false'],
  ['file_list', 'file_list', { max_items: 3 }, [''], '[is_null]=false'],
  ['email', 'string', { format: 'email' }, 'a@example.org', '=a@example.org'],
  ['slug', 'string', { format: 'slug', source: 'title', unique: true }, 'a-b', '=a-b'],
  ['color', 'string', { format: 'color', unique: true }, '#ffaa00', '=%23FA0'],
  ['time', 'string', { format: 'time' }, '18:30', '=18:30'],
];

/** A type and a block with a field of the kind, and an entry with values at the top and at level 3. */
async function project([, type, options, example]: Kind) {
  const project = await from.newProject();
  const file = await newAsset(project.secret, { file_name: 'a.txt', content_type: 'text/plain' });
  const value = example === '' ? file : Array.isArray(example) && example[0] === '' ? [file] : example;
  const title = { key: 'title', type: 'string' };
  const it = { key: 'it', type, options };
  const parts = { key: 'parts', type: 'blocks', options: { blocks: ['part'] } };
  const { unique: _unique, ...own } = options; // values in blocks are not unique
  const inBlock = [title, { ...it, options: own }];
  for (const fields of [inBlock, [...inBlock, parts]])
    expectDone(await project.secret.put('/v1/schema/blocks/part', { fields }));
  const fields = [title, it, parts];
  expectDone(await project.secret.put('/v1/schema/content-types/page', { fields }));
  const part = (more: object) => ({ block: 'part', values: { it: value, ...more } });
  const values = { title: 'A', it: value, parts: [part({ parts: [part({ parts: [part({})] })] })] };
  return { project, id: await publishEntry(project, 'page', values) };
}

it.each(kinds)('an export carries %s at every level, in format 4', async (...kind) => {
  const { project: original, id } = await project(kind);
  const folder = join(await newFolder(), 'backup');
  await from.galley('export', '--project', original.id, '--out', folder, '--files');
  const copy = await to.newProject();

  const imported = await to.galley('import', '--project', copy.id, '--from', folder);

  expect(imported.exitCode, JSON.stringify(imported.body)).toBe(0);
  expect(JSON.parse(await readFile(join(folder, 'galley.json'), 'utf8')).format).toBe(4);
  const definition = '/v1/schema/content-types/page';
  const fieldsOf = async (one: typeof copy) =>
    expectDone(await one.secret.get(definition)).fields as object[];
  expect(await fieldsOf(copy)).toEqual(await fieldsOf(original));
  const read = async (one: typeof copy) => {
    const { data } = expectDone(await one.publishable.get(`/v1/content/page?where[it]${kind[4]}`));
    return data as { id: string; values: object }[];
  };
  const before = await read(original);
  expect(before.map((entry) => entry.id)).toEqual([id]);
  expect(await read(copy)).toEqual(before);
});

it.each(kinds)('a schema file carries %s', async (...kind) => {
  const { project: original } = await project(kind);
  const folder = await newFolder();
  const file = join(folder, 'schema.json');
  const schema = (installation: typeof from, id: string, verb: string) =>
    installation.galley('schema', verb, '--project', id, '--file', file);
  await schema(from, original.id, 'pull');
  const empty = await to.newProject();

  const pushed = await schema(to, empty.id, 'push');

  expect(pushed.exitCode, JSON.stringify(pushed.body)).toBe(0);
  expect(await schema(to, empty.id, 'diff')).toMatchObject({ exitCode: 0, body: { different: false } });
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replaceAll('"title"', '"name"'));
  expect((await schema(to, empty.id, 'diff')).exitCode).toBe(1);
});
