import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { type DashboardClient, signedIn } from '../../support/dashboard.ts';
import { everyRow } from '../../support/transfer/every-answer.ts';
import { type HistoryProject, withHistory } from '../../support/transfer/history-project.ts';
import { type Installation, newFolder, newInstallation } from '../../support/transfer/installations.ts';

vi.setConfig({ testTimeout: 120_000 });

const from = await newInstallation({ PROJECT_CREATION: 'owners' });
const to = await newInstallation();

type Item = Record<string, any>;

interface Message {
  by: object;
  at: string;
  text: string;
}

/** What the dashboard shows of the history. */
async function historyOf(
  client: DashboardClient,
  projectId: string,
  { entry, deleted }: Pick<HistoryProject, 'entry' | 'deleted'>,
) {
  const read = async (path: string) => {
    const { status, body, text } = await client.send('GET', `/projects/${projectId}${path}`);
    expect(status, `${path}: ${text}`).toBe(200);
    return body;
  };
  const versions = (await read(`/versions/${entry}`)).data as Item[];
  const values: unknown[] = [];
  for (const { id } of versions) values.push((await read(`/versions/${entry}/${id}`)).values);
  const trash = (await read('/trash')).data as Item[];
  const threads = (await read(`/comments?item=${entry}`)).data as Item[];
  const withoutId = (item: Item) => ({ ...item, id: undefined });
  const hasDeleted = trash.some(({ id }) => id === deleted);
  return { versions: versions.map(withoutId), values, trash: trash.map(withoutId), hasDeleted, threads };
}

/** The threads with the names of their writers alone, as an import has them. */
function named(threads: readonly Item[]): unknown[] {
  return threads.map(({ messages, anchor, resolved, created_at }) => ({
    ...{ anchor, resolved, created_at },
    messages: (messages as Message[]).map(({ by, at, text }) => ({ by: { ...by, id: null }, at, text })),
  }));
}

async function restores({ app, url }: Installation, client: DashboardClient, projectId: string, id: string) {
  const path = `/projects/${projectId}/trash/restore`;
  const { status, body, text } = await client.send('POST', path, { ids: [id] });
  expect(status, `${url} ${text}`).toBe(200);
  expect(body.succeeded ?? body.results ?? body).toBeDefined();
  const { entries = [] } = await everyRow(app, { id: projectId });
  expect(entries.find((entry) => entry['id'] === id)).toMatchObject({ draft: { text: 'Gone' } });
}

describe('an export with the history', () => {
  it('brings versions, trash and comments with their dates to another installation', async () => {
    const report = await withHistory(from);
    const { project, owner } = report;
    const before = await historyOf(owner, project.id, report);
    const folder = join(await newFolder(), 'backup');

    const exported = await from.galley('export', '--project', project.id, '--out', folder, '--history');
    const copy = await to.newProject();
    const imported = await to.galley('import', '--project', copy.id, '--from', folder);

    expect(exported).toMatchObject({ exitCode: 0, body: { history: true, rows: { trash: 2, comments: 1 } } });
    expect(imported).toMatchObject({ exitCode: 0, body: { history: true, rows: exported.body.rows } });
    expect((await readdir(folder)).filter((name) => /versions|trash|comments/.test(name)).toSorted()).toEqual(
      [...['comments.ndjson', 'trash.ndjson', 'versions.ndjson']],
    );
    const texts = await Promise.all(
      ['comments', 'versions', 'trash'].map((name) => readFile(join(folder, `${name}.ndjson`), 'utf8')),
    );
    expect(texts.join('')).not.toContain('"words"');
    const stranger = await signedIn(to, copy.id, 'owner');
    const after = await historyOf(stranger, copy.id, report);
    expect(before.versions.length).toBeGreaterThan(1);
    expect(after.versions).toEqual(before.versions);
    expect(after.values).toEqual(before.values);
    expect(after.trash).toEqual(before.trash);
    expect(after).toMatchObject({ hasDeleted: true });
    expect(after.threads).toHaveLength(1);
    expect(after.threads[0]?.['anchor']).toMatchObject({ field: 'text', state: 'ok' });
    expect(named(after.threads)).toEqual(named(before.threads));
    expect(after.threads[0]?.['messages'][0].by.id).toBeNull();
    await restores(to, stranger, copy.id, report.deleted);
  });

  it('is refused by nothing if it lacks the history, and then has none', async () => {
    const { project } = await withHistory(from);
    const folder = join(await newFolder(), 'backup');
    const exported = await from.galley('export', '--project', project.id, '--out', folder);
    const copy = await to.newProject();
    const imported = await to.galley('import', '--project', copy.id, '--from', folder);

    expect([exported.body.history, imported.body.history]).toEqual([false, false]);
    expect(JSON.parse(await readFile(join(folder, 'galley.json'), 'utf8'))).not.toHaveProperty('history');
    const { versions, trash, comments } = await everyRow(to.app, copy, { history: true });
    expect([versions, trash, comments]).toEqual([[], [], []]);
  });
});

describe('a copy with the history', () => {
  it('has new ids in versions, trash and comments, which belong to its own items', async () => {
    const report = await withHistory(from);
    const { project, owner } = report;
    const before = await historyOf(owner, project.id, report);

    const args = ['project', 'copy', '--project', project.id, '--name', 'Copy', '--history'];
    const { exitCode, body } = await from.galley(...args);

    expect(exitCode).toBe(0);
    expect(body).toMatchObject({ history: true, rows: { trash: 2, comments: 1 } });
    const copyId = String(body.project);
    const member = await signedIn(from, copyId, 'owner');
    const idIn = async (id: string) => {
      const rows = await everyRow(from.app, { id: copyId }, { history: true });
      const pattern = new RegExp(`${id.slice(0, 22)}[0-9a-z]{8}`);
      return pattern.exec(JSON.stringify(rows))?.[0] ?? '';
    };
    const own = { entry: await idIn(report.entry), deleted: await idIn(report.deleted) };
    expect([own.entry, own.deleted]).not.toEqual([report.entry, report.deleted]);
    const after = await historyOf(member, copyId, own);
    expect(after.versions).toEqual(before.versions);
    expect(after.values).toEqual(before.values);
    expect(after.trash).toEqual(before.trash);
    expect(named(after.threads)).toEqual(named(before.threads));
    const all = JSON.stringify(await everyRow(from.app, { id: copyId }, { history: true }));
    for (const id of [report.entry, report.deleted]) expect(all).not.toContain(id);
    await restores(from, member, copyId, own.deleted);
    expect(await historyOf(owner, project.id, report)).toEqual(before);
  });

  it('is started in the dashboard', async () => {
    await from.app.start();
    const { project, owner } = await withHistory(from);
    const path = `/projects/${project.id}/copies`;
    const { body } = await owner.send('POST', path, { name: 'Copy', history: true });
    const read = async () => (await owner.send('GET', `${path}/${String(body.copy.id)}`)).body.copy;
    await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe('done');
    const counts = async (id: string) => {
      const rows = await everyRow(from.app, { id }, { history: true });
      return Object.entries(rows).map(([name, { length }]) => [name, length]);
    };
    expect(await counts(String((await read()).project_id))).toEqual(await counts(project.id));
  });
});
