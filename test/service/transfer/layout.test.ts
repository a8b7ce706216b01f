import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { defineType, expectDone, publishEntry, type SentField } from '../../support/content.ts';
import { newFolder, newInstallation } from '../../support/transfer/installations.ts';

const from = await newInstallation();
const to = await newInstallation();
const path = '/v1/schema/content-types/page';

it.each<[string, number, Record<string, unknown>, Record<string, unknown>]>([
  ['a condition', 4, { show_if: { field: 'title', is_null: false } }, {}],
  ['groups', 4, {}, { groups: [{ key: 'seo', display: 'tab' }] }],
  ['widths alone', 1, { width: 'half', collapse_empty: true }, {}],
])('an export carries %s, in format %i', async (_, format, options, more) => {
  const project = await from.newProject({ oneLocale: true });
  const fields: SentField[] = [
    { key: 'title', type: 'string' },
    { key: 'lead', type: 'text', options },
  ];
  await defineType(project, 'page', fields, more);
  const id = await publishEntry(project, 'page', { lead: 'A' });
  const folder = join(await newFolder(), 'backup');
  await from.galley('export', '--project', project.id, '--out', folder);
  const copy = await to.newProject({ oneLocale: true });

  const imported = await to.galley('import', '--project', copy.id, '--from', folder);

  expect(imported.exitCode).toBe(0);
  expect(JSON.parse(await readFile(join(folder, 'galley.json'), 'utf8')).format).toBe(format);
  const { fields: copied, groups } = expectDone(await copy.secret.get(path));
  const original = expectDone(await project.secret.get(path));
  expect({ fields: copied, groups }).toEqual({ fields: original.fields, groups: original.groups });
  expect(expectDone(await copy.publishable.get(`/v1/content/page/${id}`)).values).toMatchObject({
    lead: 'A',
  });
  // Definitions that were cached before the import are not used again.
  expect((await copy.secret.put(path, { fields: [fields[0]], groups: [] })).status).toBe(200);
});
