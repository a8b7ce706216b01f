import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { describe, expect, it, vi } from 'vitest';
import { rowsOf } from '../../../support/audit/rows.ts';
import { defineType, expectDone } from '../../../support/content.ts';
import { newProjectInLocales } from '../../../support/locales.ts';
import type { TestProject } from '../../../support/service.ts';
import { newFolder, newInstallation } from '../../../support/transfer/installations.ts';

vi.setConfig({ testTimeout: 120_000 });

const installation = await newInstallation();
const localized = { localized: true };

/** A unit of a file in the JSON format. */
interface JsonUnit {
  unit: string;
  source: string;
  translation: string;
  source_revision: number;
  hash: string;
}

interface JsonFile {
  format: string;
  source_locale: string;
  locale: string;
  units: JsonUnit[];
}

async function newSite(): Promise<TestProject> {
  const project = await newProjectInLocales(installation);
  const fields = [{ key: 'text', type: 'text', options: localized }];
  expectDone(await project.secret.put('/v1/schema/blocks/note', { name: 'Note', fields }));
  await defineType(project, 'page', [
    { key: 'title', type: 'string', options: { ...localized, required: true, max_length: 40 } },
    { key: 'path', type: 'string', options: { ...localized, unique: true } },
    { key: 'body', type: 'richtext', options: localized },
    { key: 'parts', type: 'blocks', options: { blocks: ['note'] } },
    { key: 'price', type: 'number' },
  ]);
  return project;
}

const body = { markdown: '## Prices\n\nFrom **19** a month, [read on](/more).\n\n- One\n- Two' };

async function addPage({ secret }: TestProject, values: object = {}): Promise<string> {
  const all = { title: 'Prices', path: null, body, price: 19, ...values };
  return String(expectDone(await secret.post('/v1/content/page/entries', { values: all, publish: true })).id);
}

const pathOf = (id: string) => `/v1/content/page/${id}`;

async function germanDraft({ secret }: TestProject, id: string): Promise<Record<string, any>> {
  return expectDone(await secret.patch(`${pathOf(id)}?locale=de&draft=true`, { values: {} })).values;
}

/** Runs an export, and returns its file. */
async function exportFile({ id }: TestProject, format: string, ...more: string[]): Promise<string> {
  const file = join(await newFolder(), 'texts');
  const options = ['--project', id, '--locale', 'de', '--format', format, '--out', file];
  const { exitCode } = await installation.galley('translations', 'export', ...options, ...more);
  expect(exitCode).toBe(0);
  return readFile(file, 'utf8');
}

const exportUnits = async (site: TestProject, ...more: string[]): Promise<JsonUnit[]> =>
  (JSON.parse(await exportFile(site, 'json', ...more)) as JsonFile).units;

async function importText({ id }: TestProject, text: string, ...more: string[]) {
  const file = join(await newFolder(), 'texts');
  await writeFile(file, text);
  return installation.galley('translations', 'import', '--project', id, '--file', file, ...more);
}

const importUnits = (site: TestProject, units: readonly object[], ...more: string[]) =>
  importText(site, JSON.stringify({ format: 'galley-texts', locale: 'de', units }), ...more);

const listed = async ({ secret }: TestProject, query: string) =>
  expectDone(await secret.get(`/v1/translations?locale=de&${query}`)).data as Record<string, unknown>[];

/** How a translator fills a file of each format. */
const translators: Record<string, (file: string) => string> = {
  xliff: (file) => file.replace(/<source>(.*?)<\/source>/g, '$&<target>de: $1</target>'),
  xliff2: (file) =>
    file.replace(
      /<source xml:space="preserve">(.*?)<\/source>/g,
      '$&<target xml:space="preserve">de: $1</target>',
    ),
  csv: (file) => {
    const [header = [], ...rows] = parse(file);
    const filled = rows.map((row) => row.map((cell, n) => (n === 3 ? `de: ${row[2] ?? ''}` : cell)));
    return stringify([header, ...filled], { delimiter: ';' });
  },
  json: (file) => file.replace(/"source":"(.*?)","translation":""/g, '"source":"$1","translation":"de: $1"'),
};

describe('a file for translators', () => {
  it.each(Object.keys(translators))('goes out and comes back as %s', async (format) => {
    const site = await newSite();
    const id = await addPage(site, { parts: [{ block: 'note', values: { text: 'Once' } }] });
    await addPage(site, { title: 'مرحبا', body: null });
    await addPage(site, { title: '=価格、"税込"', body: null });
    const file = await exportFile(site, format);
    expect(file).not.toContain('/path');
    const dryRun = await importText(site, translators[format]?.(file) ?? '', '--dry-run');
    expect(dryRun).toEqual({ exitCode: 0, body: { imported: 8, unchanged: 0, rejected: [] } });
    expect(await listed(site, 'state=current')).toEqual([]);

    const audited = await rowsOf(installation.app, site.id, async () => {
      const { exitCode, body: report } = await importText(site, translators[format]?.(file) ?? '');
      expect([exitCode, report]).toEqual([0, { imported: 8, unchanged: 0, rejected: [] }]);
    });
    expect(audited.map(({ action }) => action)).toEqual(Array(3).fill('draft.saved'));
    expect(await listed(site, 'state=current')).toHaveLength(3);
    expect(await exportUnits(site)).toEqual([]);
    const draft = await germanDraft(site, id);
    expect(draft['title']).toBe('de: Prices');
    expect(draft['body'].html).toContain(
      '<p>de: From <strong>19</strong> a month, <a href="/more">read on</a>.</p>',
    );
    expect(draft['body'].plain).toBe('de: Prices\n\nde: From 19 a month, read on.\n\nde: One\nde: Two');
    expect(draft['parts'][0].values.text).toBe('de: Once');
    expect((await site.secret.get(`${pathOf(id)}?locale=de`)).status).toBe(404);

    const again = await importText(site, translators[format]?.(file) ?? '');
    expect(again.body).toEqual({ imported: 0, unchanged: 8, rejected: [] });
  });

  it('has the texts of the requested states and type', async () => {
    const site = await newSite();
    const id = await addPage(site);
    const [first, ...others] = await exportUnits(site);
    expect(first).toMatchObject({
      unit: `${id}/title`,
      source: 'Prices',
      translation: '',
      source_revision: 1,
    });
    expect(others.map(({ unit, source }) => [unit, source])).toEqual([
      [`${id}/body#1`, 'Prices'],
      [`${id}/body#2`, 'From <1>19</1> a month, <2>read on</2>.'],
      [`${id}/body#3`, 'One'],
      [`${id}/body#4`, 'Two'],
    ]);
    await importUnits(site, [{ ...first, translation: 'Preise' }]);
    expectDone(await site.secret.patch(pathOf(id), { values: { title: 'Pricing' } }));
    const outdated = await exportUnits(site, '--state', 'outdated', '--type', 'page');
    expect(outdated).toMatchObject([
      { unit: `${id}/title`, source: 'Pricing', translation: 'Preise', source_revision: 3 },
    ]);
    expect(await exportUnits(site, '--state', 'missing')).toHaveLength(4);
    expect(await exportUnits(site, '--state', 'current')).toEqual([]);
  });

  it('shows the translation of each text block while both texts have the same blocks', async () => {
    const site = await newSite();
    const id = await addPage(site);
    const units = await exportUnits(site);
    await importUnits(
      site,
      units.map((unit) => ({ ...unit, translation: `de: ${unit.source}` })),
    );
    const changed = { markdown: body.markdown.replace('19', '20') };
    expectDone(await site.secret.patch(pathOf(id), { values: { body: changed } }));
    const outdated = await exportUnits(site);
    expect(outdated.map(({ translation }) => translation)).toEqual([
      'de: Prices',
      'de: From <1>19</1> a month, <2>read on</2>.',
      'de: One',
      'de: Two',
    ]);
    const corrected = outdated.map((unit) => ({
      ...unit,
      translation: unit.translation.replace('19', '20'),
    }));
    const { body: report } = await importUnits(site, corrected);
    expect(report).toEqual({ imported: 1, unchanged: 3, rejected: [] });
    expect(await exportUnits(site)).toEqual([]);
    expectDone(await site.secret.patch(pathOf(id), { values: { body: { markdown: 'One block' } } }));
    expect((await exportUnits(site)).map(({ translation }) => translation)).toEqual(['']);
  });

  it('is rejected as a whole for another locale, and if it is damaged', async () => {
    const site = await newSite();
    const file = (locale: string) => JSON.stringify({ format: 'galley-texts', locale, units: [] });
    const codeOf = async (text: string) => (await importText(site, text)).body.error.code as string;
    expect(await codeOf(file('it'))).toBe('unknown_locale');
    expect(await codeOf(file('en'))).toBe('invalid_parameter');
    expect(await codeOf('<html/>')).toBe('invalid_parameter');
    const { exitCode, body: missing } = await installation.galley(
      ...['translations', 'import', '--project', site.id, '--file', '/nowhere/texts.csv'],
    );
    expect([exitCode, missing.error.param]).toEqual([1, '--file']);
    const bad = await installation.galley(
      ...['translations', 'export', '--project', site.id, '--locale', 'de'],
      ...['--format', 'docx', '--out', '/nowhere/texts'],
    );
    expect([bad.exitCode, bad.body.error.param]).toEqual([1, '--format']);
  });
});

describe('a unit', () => {
  it('is rejected with its reason, while others are imported', async () => {
    const site = await newSite();
    const other = await addPage(await newSite());
    const [changedId, translatedId, goneId, keptId] = [
      await addPage(site, { title: 'One' }),
      await addPage(site, { title: 'Two' }),
      await addPage(site, { title: 'Three' }),
      await addPage(site, { title: 'Four' }),
    ];
    const units = (await exportUnits(site)).map((unit) => ({ ...unit, translation: `de: ${unit.source}` }));
    const of = (id: string, ending: string) =>
      units.find(({ unit }) => unit === `${id}/${ending}`) ?? expect.fail(ending);
    expectDone(await site.secret.patch(pathOf(changedId), { values: { title: 'Uno' } }));
    expectDone(
      await site.secret.patch(`${pathOf(translatedId)}?locale=de&draft=true`, { values: { title: 'Zwei' } }),
    );
    expect((await site.secret.delete(pathOf(goneId))).status).toBe(204);
    const title = of(keptId, 'title');
    const text = of(keptId, 'body#2');
    const sent = [
      of(changedId, 'title'),
      of(translatedId, 'title'),
      of(goneId, 'title'),
      { ...title, unit: `${other}/title` },
      { ...title, unit: 'nonsense' },
      { ...title, unit: `${keptId}/price` },
      { ...title, unit: `${keptId}/path` },
      { ...title, unit: `${keptId}/toString` },
      { ...title, translation: 'x'.repeat(41) },
      of(keptId, 'body#1'),
      { ...text, translation: 'Ab 19 im Monat' },
      of(keptId, 'body#3'),
      of(keptId, 'body#4'),
      { ...of(translatedId, 'body#1'), translation: '' },
      of(changedId, 'body#1'),
    ];
    const { exitCode, body: report } = await importUnits(site, sent);
    expect(exitCode).toBe(2);
    expect(report).toMatchObject({ imported: 0, unchanged: 1 });
    expect(
      Object.fromEntries(
        (report.rejected as { unit: string; reason: string }[]).map(({ unit, reason }) => [unit, reason]),
      ),
    ).toEqual({
      [`${changedId}/title`]: 'source_changed',
      [`${translatedId}/title`]: 'translation_changed',
      [`${goneId}/title`]: 'item_gone',
      [`${other}/title`]: 'item_gone',
      nonsense: 'item_gone',
      [`${keptId}/price`]: 'field_gone',
      [`${keptId}/path`]: 'field_gone',
      [`${keptId}/toString`]: 'field_gone',
      [`${keptId}/title`]: 'invalid_value',
      [`${keptId}/body#1`]: 'invalid_value', // a text block of the same rich text is broken
      [`${keptId}/body#2`]: 'markup_broken',
      [`${keptId}/body#3`]: 'invalid_value',
      [`${keptId}/body#4`]: 'invalid_value',
      [`${changedId}/body#1`]: 'invalid_value', // the other text blocks have no translation
    });
    const partly = await importUnits(site, [
      { ...title, translation: 'Vier' },
      { ...text, translation: 'kaputt' },
    ]);
    expect(partly.body).toEqual({
      imported: 1,
      unchanged: 0,
      rejected: [{ unit: text.unit, reason: 'markup_broken' }],
    });
    expect((await germanDraft(site, keptId))['title']).toBe('Vier');
  });

  it('is rejected with a hash or a revision that the source does not have', async () => {
    const site = await newSite();
    await addPage(site, { body: null });
    const [unit] = await exportUnits(site);
    const reasonOf = async (part: object) =>
      (await importUnits(site, [{ ...unit, translation: 'Preise', ...part }])).body.rejected[0]?.reason;
    expect(await reasonOf({ hash: 'forged.' })).toBe('source_changed');
    expect(await reasonOf({ hash: null })).toBe('source_changed');
    expect(await reasonOf({ source_revision: 99 })).toBe('source_changed');
    expect(await reasonOf({ source_revision: null })).toBe('source_changed');
    expect(await reasonOf({ source: 'The source of the file is never read' })).toBeUndefined();
    expect(await listed(site, 'state=current')).toHaveLength(1);
  });

  it('is imported once by two importers at once', async () => {
    const site = await newSite();
    const ids = [await addPage(site), await addPage(site)];
    const units = await exportUnits(site);
    const fileOf = (name: string) =>
      units.map((unit) => ({ ...unit, translation: `${name}: ${unit.source}` }));
    const reports = await Promise.all(['A', 'B'].map((name) => importUnits(site, fileOf(name))));
    const [first, second] = reports.map(({ body: report }) => report);
    expect(first.imported + second.imported).toBe(units.length);
    expect([...first.rejected, ...second.rejected].map(({ reason }: { reason: string }) => reason)).toEqual(
      units.map(() => 'translation_changed'),
    );
    for (const id of ids) {
      const draft = await germanDraft(site, id);
      const [name = ''] = String(draft['title']).split(':');
      expect(['A', 'B']).toContain(name);
      const letters = String(draft['body'].plain).match(/^./gm) ?? [];
      expect(new Set(letters)).toEqual(new Set([name]));
    }
  });
});
