import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { createEntry, defineType, expectDone } from '../../support/content.ts';
import { signedIn } from '../../support/dashboard.ts';
import { sweepAll } from '../../support/locale-rows.ts';
import type { TestProject } from '../../support/service.ts';
import { everyAnswer, everyRow, readRoutes } from '../../support/transfer/every-answer.ts';
import { fullProject } from '../../support/transfer/full-project.ts';
import { newFolder, newInstallation } from '../../support/transfer/installations.ts';
import { databaseOf } from '../../support/database.ts';

vi.setConfig({ testTimeout: 180_000 });

const settings = {};
const from = await newInstallation(settings);
const to = await newInstallation(settings);

/** A full project with entries in German, of which one is outdated and one is missing. */
async function translatedProject(): Promise<TestProject> {
  const project = await fullProject(from);
  const owner = await signedIn(from, project.id, 'owner');
  expect((await owner.send('POST', `/projects/${project.id}/locales`, { code: 'de' })).status).toBe(201);
  await sweepAll(from); // an import derives the states of articles at once
  await defineType(project, 'story', [{ key: 'title', type: 'string', options: { localized: true } }]);
  const german = { values: { title: 'Eins' }, publish: true };
  const { id } = await createEntry(
    project,
    'story',
    { title: 'One' },
    { publish: true, locales: { de: german } },
  );
  expectDone(
    await project.secret.patch(`/v1/content/story/${id}`, { values: { title: 'First' }, publish: true }),
  );
  await createEntry(project, 'story', { title: 'Two' }, { publish: true });
  return project;
}

describe('galley export and galley import', () => {
  it('give another installation the same project: every row, every answer, every file', async () => {
    const original = await translatedProject();
    const folder = join(await newFolder(), 'backup');

    const exported = await from.galley('export', '--project', original.id, '--out', folder, '--files');
    const copy = await to.newProject();
    const imported = await to.galley('import', '--project', copy.id, '--from', folder, '--files');

    expect(exported).toMatchObject({ exitCode: 0, body: { files: { missing: [], kept: 0 } } });
    expect(imported.exitCode).toBe(0);
    expect(imported.body.rows).toEqual(exported.body.rows);
    expect(imported.body.files).toEqual(exported.body.files);
    expect(exported.body.files.copied).toBeGreaterThan(5);
    expect(await everyRow(to.app, copy)).toEqual(await everyRow(from.app, original));

    const here = await everyAnswer(from.app, original);
    const there = await everyAnswer(to.app, copy);
    expect([...here.visited].sort()).toEqual(readRoutes.toSorted());
    expect([...there.answers.keys()]).toEqual([...here.answers.keys()]);
    const different = [...here.answers].filter(([path, answer]) => there.answers.get(path) !== answer);
    expect(different.map(([path, answer]) => [path, answer, there.answers.get(path)])).toEqual([]);

    const { data } = (await copy.secret.get('/v1/media?limit=100')).body as { data: { id: string }[] };
    const sent = await readdir(join(folder, 'files'));
    expect(sent.sort()).toEqual(data.map(({ id }) => id).sort());
    const row = await databaseOf(to.app.system)
      .collection<{ _id: string; object: { key: string } }>('media')
      .findOne({ _id: sent[0] ?? '' });
    const stored = await fetch(
      `${String(to.variables['S3_ENDPOINT'])}/${String(to.variables['S3_BUCKET'])}/${row?.object.key ?? ''}`,
    );
    expect(Buffer.from(await stored.arrayBuffer())).toEqual(
      await readFile(join(folder, 'files', sent[0] ?? '')),
    );

    // It lives on: writes, votes and dates go on where they were.
    const entry = await createEntry(copy, 'notice', { title: 'New here' }, { publish: true });
    expect((await copy.publishable.get(`/v1/content/notice/${entry.id}`)).status).toBe(200);
    const [slug = ''] = ((await copy.secret.get('/v1/kb/articles')).body.data as { slug: string }[]).map(
      (one) => one.slug,
    );
    const vote = ({ publishable }: TestProject) =>
      publishable.post(`/v1/kb/articles/${slug}/vote`, { helpful: false, visitor_id: 'ada' });
    expect((await vote(copy)).body).toEqual((await vote(original)).body);
    // The demo content has texts in locales that were added after it was loaded.
    const seed = async (service: typeof to, { id }: TestProject) =>
      (await service.galley('seed', '--project', id, 'all')).body.loaded as number;
    expect(await seed(to, copy)).toBe(await seed(from, original));
    expect(await seed(to, copy)).toBe(0);
  });

  it('carry no secret and nobody’s name', async () => {
    const project = await from.newProject();
    await project.newKey({ purpose: 'publishable', name: 'Website' });
    const folder = join(await newFolder(), 'backup');
    await from.galley('webhook', 'create', '--project', project.id, '--url', 'https://example.com/hook');
    await from.galley('user', 'create', '--project', project.id, '--email', 'ada@example.com');

    await from.galley('export', '--project', project.id, '--out', folder);

    const texts = await Promise.all(
      (await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')),
    );
    expect(texts.join('\n')).not.toMatch(/[sp]k_|example\.com|Website|sealed|hash|secret/);
  });
});
