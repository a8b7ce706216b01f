import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dayMs, expectDone, inMs, pluck, publishEntry, refusal } from '../../support/content.ts';
import { newFolder, newInstallation } from '../../support/transfer/installations.ts';

const from = await newInstallation();
const to = await newInstallation();
const field = (key: string, type = 'string', more: object = {}) => ({ key, type, ...more });
const options = (value: object) => ({ options: value });

it('an export has the present keys of renamed fields alone, and no values of removed fields', async () => {
  const project = await from.newProject();
  const put = (path: string, fields: object[]) =>
    project.secret.put(`/v1/schema/${path}`, { fields }).then(expectDone);
  const [story, part] = ['content-types/story', 'blocks/part'];
  const list = field('list', 'blocks', options({ blocks: ['part'] }));
  const rank = field('rank', 'number');
  await put(part, [field('oldnote')]);
  await put(part, [field('oldnote'), field('items', 'blocks', options({ blocks: ['part'] }))]);
  await put(story, [field('oldcode', 'string', options({ unique: true })), rank, list, field('gone')]);
  const nested = {
    block: 'part',
    values: { oldnote: 'N1', items: [{ block: 'part', values: { oldnote: 'N2' } }] },
  };
  const id = await publishEntry(project, 'story', { oldcode: 'A', rank: 2, list: [nested], gone: 'secret' });
  const change = { values: { oldcode: 'B' }, publish_at: inMs(dayMs) };
  expectDone(await project.secret.patch(`/v1/content/story/${id}`, change));
  const other = await publishEntry(project, 'story', { oldcode: 'C', rank: 1 });
  const items = field('items', 'blocks', options({ blocks: ['part'] }));
  await put(part, [field('note', 'string', { renamed_from: 'oldnote' }), items]);
  const code = field('code', 'string', options({ unique: true }));
  await put(story, [{ ...code, renamed_from: 'oldcode' }, rank, list]);
  await put(story, [code, rank, list, field('oldcode')]);
  expectDone(await project.secret.patch(`/v1/content/story/${other}`, { values: { oldcode: 'own' } }));
  const folder = join(await newFolder(), 'backup');

  await from.galley('export', '--project', project.id, '--out', folder);

  const files = (await readdir(folder)).filter((name) => name.endsWith('.ndjson'));
  const text = (await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))).join('');
  expect(text).not.toMatch(/oldnote|oldcode~|storage_key|former_keys|kept_until|secret/);
  const copy = await to.newProject();
  const imported = await to.galley('import', '--project', copy.id, '--from', folder);
  expect(imported.exitCode).toBe(0);
  const bodies = (target: typeof project) =>
    Promise.all(
      [
        '/v1/content/story?sort=rank',
        '/v1/content/story?where[code]=A',
        '/v1/content/story?where[oldcode]=own',
      ].map(async (path) => pluck(expectDone(await target.publishable.get(path)).data, 'values')),
    );
  const before = await bodies(project);
  expect(before.map((values) => values.length)).toEqual([2, 1, 1]);
  expect(await bodies(copy)).toEqual(before);
  const taken = await copy.secret.post('/v1/content/story/entries', { values: { code: 'B' } });
  expect(refusal(taken)).toEqual([409, 'field_value_taken', 'code']);
  const published = await copy.secret.patch(`/v1/content/story/${id}`, { publish: true, publish_at: null });
  expect(expectDone(published).values).toMatchObject({ code: 'B', oldcode: null });
});
