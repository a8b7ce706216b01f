import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { expectDone } from '../../../support/content.ts';
import { newProjectInLocales } from '../../../support/locales.ts';
import { newFolder, newInstallation } from '../../../support/transfer/installations.ts';

vi.setConfig({ testTimeout: 120_000 });

const installation = await newInstallation();

it('goes out and comes back with the texts of articles, authors, categories, collections and sections', async () => {
  const { id: project, secret } = await newProjectInLocales(installation);
  const body = { markdown: 'From **19** a month.' };
  const idOf = async (path: string, values: object) => String(expectDone(await secret.post(path, values)).id);
  const author = await idOf('/v1/authors', {
    name: 'Edda Brandt',
    job_title: 'Sailmaker',
    bio: 'Sews sails.',
  });
  const category = await idOf('/v1/blog/categories', { name: 'News', description: 'What is new' });
  const collection = await idOf('/v1/kb/collections', { title: 'Start', description: 'First steps' });
  const section = await idOf('/v1/kb/sections', { title: 'Sails', collection });
  const prices = { title: 'Prices', excerpt: 'What it costs', body, publish: true };
  const article = await idOf('/v1/blog/articles', prices);
  const help = await idOf('/v1/kb/articles', { ...prices, title: 'Help', collection });

  const file = join(await newFolder(), 'texts.xlf');
  const exported = await installation.galley(
    ...['translations', 'export', '--project', project, '--locale', 'de', '--format', 'xliff', '--out', file],
  );
  expect(exported.exitCode).toBe(0);
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(/<source>(.*?)<\/source>/g, '$&<target>de: $1</target>'));
  const imported = await installation.galley(
    ...['translations', 'import', '--project', project, '--file', file],
  );
  expect(imported).toEqual({ exitCode: 0, body: { imported: 14, unchanged: 0, rejected: [] } });

  const german = async (path: string) => expectDone(await secret.get(`${path}?locale=de`));
  expect(await german(`/v1/authors/${author}`)).toMatchObject({
    name: 'de: Edda Brandt',
    job_title: 'de: Sailmaker',
    bio: 'de: Sews sails.',
  });
  expect(await german(`/v1/blog/categories/${category}`)).toMatchObject({
    name: 'de: News',
    description: 'de: What is new',
  });
  expect(await german(`/v1/kb/collections/${collection}`)).toMatchObject({ title: 'de: Start' });
  expect(await german(`/v1/kb/sections/${section}`)).toMatchObject({ title: 'de: Sails' });
  for (const path of [`/v1/blog/articles/${article}`, `/v1/kb/articles/${help}`]) {
    expect((await secret.get(`${path}?locale=de`)).status).toBe(404); // the import stores drafts
    const draft = expectDone(await secret.patch(`${path}?locale=de`, { publish: true }));
    expect(draft).toMatchObject({ excerpt: 'de: What it costs' });
    expect((await german(path)).body.html).toBe('<p>de: From <strong>19</strong> a month.</p>');
  }
  const { data } = expectDone(await secret.get('/v1/translations/summary'));
  const ofGerman = (data as { locale: string; missing: number; outdated: number; current: number }[]).filter(
    ({ locale }) => locale === 'de',
  );
  expect(ofGerman.reduce((sum, { current }) => sum + current, 0)).toBe(6);
  expect(ofGerman.every(({ missing, outdated }) => missing + outdated === 0)).toBe(true);

  await writeFile(file, text.replace(/<source>(.*?)<\/source>/g, `$&<target>${'x'.repeat(600)}</target>`));
  const later = await installation.galley(
    ...['translations', 'import', '--project', project, '--file', file],
  );
  expect(later.exitCode).toBe(2);
  const rejected = later.body.rejected as { reason: string }[];
  expect(new Set(rejected.map(({ reason }) => reason))).toEqual(new Set(['translation_changed']));
});
