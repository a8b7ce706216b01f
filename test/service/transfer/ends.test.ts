import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setClock } from '../../support/publishing/clock.ts';
import { runJob } from '../../support/publishing/due-work.ts';
import { dayMs, defineType, expectDone } from '../../support/content.ts';
import { newFolder, newInstallation } from '../../support/transfer/installations.ts';

const from = await newInstallation();
const to = await newInstallation();
const end = Date.now() + dayMs;
const unpublish_at = new Date(end).toISOString();

it('an end that has passed when the export is imported is not seen, and is told once by the sweep', async () => {
  const project = await from.newProject();
  await defineType(project, 'page', { title: 'string' });
  const live = { publish: true, unpublish_at };
  const post = async (path: string, body: object) => expectDone(await project.secret.post(path, body));
  const { id } = await post('/v1/content/page/entries', { values: { title: 'A' }, ...live });
  await post('/v1/blog/articles', { title: 'A', ...live });
  await post('/v1/blog/articles', { title: 'Draft', unpublish_at });
  const paths = [`/v1/content/page/${id}`, '/v1/blog/articles/a'];
  const folder = join(await newFolder(), 'backup');
  await from.galley('export', '--project', project.id, '--out', folder);
  const copy = await to.newProject();

  const imported = await to.galley('import', '--project', copy.id, '--from', folder);
  const again = join(await newFolder(), 'again');
  await to.galley('export', '--project', copy.id, '--out', again);

  expect(imported.exitCode).toBe(0);
  for (const part of ['entries', 'articles']) {
    const name = `${part}.ndjson`;
    expect(await readFile(join(again, name), 'utf8')).toBe(await readFile(join(folder, name), 'utf8'));
  }
  const statuses = async () =>
    Promise.all(paths.map(async (path) => (await copy.publishable.get(path)).status));
  setClock(to, end - 1);
  expect(await statuses()).toEqual([200, 200]);
  expect((await copy.publishable.get('/v1/changes')).body.next_scheduled_change).toBe(unpublish_at);
  setClock(to, end);
  expect(await statuses()).toEqual([404, 404]);
  await Promise.all([runJob(to), runJob(to)]);
  await runJob(to);
  expect(await statuses()).toEqual([404, 404]);
  const told = (await copy.events()).filter((name) => name.endsWith('.unpublished'));
  expect(told.sort()).toEqual(['blog.article.unpublished', 'content.entry.unpublished']);
  const draft = await copy.secret.patch('/v1/blog/articles/draft', { excerpt: 'x' });
  expect(draft.body).toMatchObject({ status: 'draft', unpublish_at });
});
