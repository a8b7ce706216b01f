import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createEntry, dayMs, expectDone, inMs, publishEntry } from '../../../support/content.ts';
import { everyAnswer, everyRow } from '../../../support/transfer/every-answer.ts';
import { newFolder, newInstallation } from '../../../support/transfer/installations.ts';
import { defineLandingPage, group, hero } from '../../../support/blocks/landing-page.ts';

vi.setConfig({ testTimeout: 60_000 }); // two installations

const from = await newInstallation();
const to = await newInstallation();

const manifestOf = async (folder: string) =>
  JSON.parse(await readFile(join(folder, 'galley.json'), 'utf8')) as {
    format: number;
    parts: { name: string; rows: number }[];
  };

it('carries definitions and blocks: every row, every answer, every id, in each release', async () => {
  const original = await from.newProject({ oneLocale: true });
  await defineLandingPage(original);
  const maker = await publishEntry(original, 'maker', { name: 'Ada' });
  const sections = [hero('A', { maker, text: { markdown: 'Some *words*' } }), group(group(hero('B')))];
  const page = await publishEntry(original, 'page', { title: 'Live', sections });
  const change = { values: { sections: [hero('Later')] }, publish_at: inMs(dayMs) };
  expectDone(await original.secret.patch(`/v1/content/page/${page}`, change));
  await createEntry(original, 'page', { title: 'Draft', sections: [{ block: 'divider' }] });
  const { id } = expectDone(await original.secret.post('/v1/releases', { name: 'Spring' }));
  expectDone(await original.secret.put(`/v1/schema/blocks/divider?release=${id}`, { name: 'Line' }));
  const folder = join(await newFolder(), 'backup');

  const exported = await from.galley('export', '--project', original.id, '--out', folder);
  const copy = await to.newProject({ oneLocale: true });
  const imported = await to.galley('import', '--project', copy.id, '--from', folder);

  expect([exported.exitCode, imported.exitCode]).toEqual([0, 0]);
  const { format, parts } = await manifestOf(folder);
  expect(format).toBe(2);
  expect(parts).toContainEqual(expect.objectContaining({ name: 'blocks', rows: 6 }));
  expect(await everyRow(to.app, copy)).toEqual(await everyRow(from.app, original));
  const here = await everyAnswer(from.app, original);
  const there = await everyAnswer(to.app, copy);
  expect([...there.answers]).toEqual([...here.answers]);
  expect(here.visited).toContain('/v1/schema/blocks/:block');

  // Exported again there it has the same bytes, but for what names the project and the moment.
  const again = join(await newFolder(), 'backup');
  expect((await to.galley('export', '--project', copy.id, '--out', again)).exitCode).toBe(0);
  for (const { name } of parts) {
    const bytes = (of: string) => readFile(join(of, `${name}.ndjson`), 'utf8');
    expect([name, await bytes(again)]).toEqual([name, await bytes(folder)]);
  }

  // It lives on: a block is changed by the id that it had there.
  const [first] = (await copy.publishable.get(`/v1/content/page/${page}`)).body.values.sections;
  const values = { sections: { [first.id]: { title: 'Changed here' } } };
  expectDone(await copy.secret.patch(`/v1/content/page/${page}`, { values }));
  const found = await copy.publishable.get('/v1/content/page?where[sections][contains]=hero');
  expect(found.body.data[0].values.sections[0]).toMatchObject({
    id: first.id,
    values: { title: 'Changed here' },
  });
});

it('leaves the form of an export as it was where there are no definitions', async () => {
  const original = await from.newProject({ oneLocale: true });
  const folder = join(await newFolder(), 'backup');

  await from.galley('export', '--project', original.id, '--out', folder);

  const { format, parts } = await manifestOf(folder);
  expect(format).toBe(1);
  expect(parts.map(({ name }) => name)).not.toContain('blocks');
  expect((await readdir(folder)).join()).not.toContain('blocks');
});
