import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createEntry, defineType } from '../../support/content.ts';
import type { TestProject } from '../../support/service.ts';
import { newFolder, newInstallation } from '../../support/transfer/installations.ts';

const from = await newInstallation();
const to = await newInstallation();
let original: TestProject;
let folder = '';

beforeAll(async () => {
  original = await from.newProject({ oneLocale: true });
  await defineType(original, 'page', { title: 'string' });
  for (const title of ['A', 'B', 'C']) await createEntry(original, 'page', { title });
  folder = join(await newFolder(), 'backup');
  expect((await from.galley('export', '--project', original.id, '--out', folder)).exitCode).toBe(0);
});

/** A copy of the export in which one file is another. */
async function spoiled(file: string, change: (text: string) => string): Promise<string> {
  const other = join(await newFolder(), 'spoiled');
  await cp(folder, other, { recursive: true });
  await writeFile(join(other, file), change(await readFile(join(other, file), 'utf8')));
  return other;
}

async function importing(source: string, project: TestProject): Promise<string> {
  const { exitCode, body } = await to.galley('import', '--project', project.id, '--from', source);
  expect(exitCode).toBe(1);
  expect(body.error.code).toBe('invalid_parameter');
  return body.error.message as string;
}

const inLine = (number: number, change: (line: string) => string) => (text: string) =>
  text
    .split('\n')
    .map((line, at) => (at === number - 1 ? change(line) : line))
    .join('\n');

describe('galley import refuses', () => {
  it.each([
    [
      'a line that was cut',
      'entries.ndjson',
      inLine(2, (line) => line.slice(0, 40)),
      'entries.ndjson, line 2 is damaged',
    ],
    [
      'a line that lacks a key',
      'entries.ndjson',
      inLine(3, (line) => line.replace('"type"', '"tipe"')),
      'entries.ndjson, line 3 is damaged: it has no type',
    ],
    [
      'a line without its id',
      'content_types.ndjson',
      inLine(1, (line) => line.replace('"_id"', '"id_"')),
      'content_types.ndjson, line 1',
    ],
    [
      'a line that is no object',
      'authors.ndjson',
      () => '7\n',
      'authors.ndjson, line 1 is damaged: it is not a JSON object',
    ],
    [
      'lines that are missing',
      'entries.ndjson',
      (text: string) => text.split('\n').slice(1).join('\n'),
      '2 lines where 3 were written',
    ],
    [
      'a line that says something else',
      'entries.ndjson',
      (text: string) => text.replace('"A"', '"Z"'),
      'entries.ndjson is not as it was written',
    ],
    [
      'a newer form',
      'galley.json',
      (text: string) => text.replace('"format": 1', '"format": 6'),
      'which a newer Galley wrote',
    ],
    [
      'a damaged table of contents',
      'galley.json',
      (text: string) => text.slice(0, 100),
      'galley.json is damaged',
    ],
  ])('%s, and stores nothing', async (_, file, change, message) => {
    const project = await to.newProject();

    expect(await importing(await spoiled(file, change), project)).toContain(message);

    expect((await project.secret.get('/v1/schema/content-types')).body.data).toEqual([]);
    expect(
      (await to.galley('import', '--project', project.id, '--from', await newFolder())).body.error.message,
    ).toContain('holds no export');
  });

  it('a project that is not empty', async () => {
    const project = await to.newProject();
    await project.secret.post('/v1/authors', { name: 'Ada' });

    expect(await importing(folder, project)).toContain('is not empty: it has authors');
  });

  it('a project whose media are kept otherwise', async () => {
    expect(await importing(folder, await to.newProject({ privateMedia: true }))).toContain('public media');
  });

  it('an export whose original is in the same installation', async () => {
    const beside = await from.newProject();
    const { body } = await from.galley('import', '--project', beside.id, '--from', folder);

    expect(body.error.message).toContain('Add --new-ids to import it beside its original');
    expect((await beside.secret.get('/v1/releases')).body.data).toHaveLength(1);
    expect((await original.secret.get('/v1/schema/content-types')).body.data).toHaveLength(1);
  });
});

describe('galley export refuses', () => {
  it('a folder that holds something', async () => {
    const { body } = await from.galley('export', '--project', original.id, '--out', folder);

    expect(body.error).toMatchObject({ code: 'invalid_parameter', param: '--out' });
  });

  it('a project that is not there', async () => {
    const { body } = await from.galley('export', '--project', 'nobody', '--out', await newFolder());

    expect(body.error).toMatchObject({ param: '--project' });
  });
});

describe('galley export', () => {
  it('names --out when nothing can be written there', async () => {
    const file = join(await newFolder(), 'a-file');
    await writeFile(file, '');

    const { exitCode, body } = await from.galley(
      'export',
      '--project',
      original.id,
      '--out',
      `${file}/backup`,
    );

    expect([exitCode, body.error]).toEqual([
      1,
      expect.objectContaining({
        code: 'invalid_parameter',
        param: '--out',
        message: expect.stringContaining(`Nothing can be written to ${file}/backup (ENOTDIR).`),
      }),
    ]);
  });
});
