import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mkdir, utimes } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { exampleId } from '../../../src/contract/ids.ts';
import type { CopyRecord } from '../../../src/transfer/copies/schema.ts';
import { removeOldFolders } from '../../../src/transfer/copies/sweep.ts';
import { folderPrefixes } from '../../../src/transfer/temporary-folder.ts';
import { rowsOf, storedRows } from '../../support/audit/rows.ts';
import { createEntry, expectDone, refusal } from '../../support/content.ts';
import { type DashboardClient, signedIn } from '../../support/dashboard.ts';
import { databaseOf } from '../../support/database.ts';
import type { TestProject } from '../../support/service.ts';
import { everyAnswer, everyRow } from '../../support/transfer/every-answer.ts';
import { fullProject } from '../../support/transfer/full-project.ts';
import { newFolder, newInstallation } from '../../support/transfer/installations.ts';
import { ApiClient } from '../../support/client.ts';

vi.setConfig({ testTimeout: 180_000 });

const installation = await newInstallation({ PROJECT_CREATION: 'owners', MAX_PROJECTS_PER_PERSON: '2' });
const { app } = installation;
await app.start();

interface Copy {
  id: string;
  status: string;
  project_id: string | null;
  progress: number;
  reason: string | null;
}

/** Waits for the end of a copy that a request has started. */
async function ended(client: DashboardClient, path: string, started: { copy: Copy }): Promise<Copy> {
  const read = async () => (await client.send('GET', `${path}/${started.copy.id}`)).body.copy as Copy;
  await expect.poll(async () => (await read()).status, { timeout: 120_000 }).not.toBe('running');
  return read();
}

async function copied(client: DashboardClient, path: string, name: string): Promise<Copy> {
  const { status, body } = await client.send('POST', path, { name });
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body.copy).toMatchObject({ status: 'running', project_id: null, reason: null });
  return ended(client, path, body as { copy: Copy });
}

async function projectOf(id: string): Promise<Pick<TestProject, 'id' | 'secret' | 'publishable'>> {
  const clientFor = async (purpose: string) => {
    const args = ['key', 'create', '--project', id, '--purpose', purpose, '--name', 'test'];
    return new ApiClient(installation.url, String((await installation.galley(...args)).body.key.token));
  };
  return { id, secret: await clientFor('secret'), publishable: await clientFor('publishable') };
}

const withoutIds = (text: string) =>
  text.replaceAll(/prj_[0-9a-z]{26}/g, 'prj').replaceAll(/\b([a-z]{3}_[0-9a-z]{18})[0-9a-z]{8}\b/g, '$1');

async function answersOf(project: Pick<TestProject, 'id' | 'secret' | 'publishable'>): Promise<string[]> {
  const { answers } = await everyAnswer(app, project);
  return [...answers].map(([path, answer]) => withoutIds(`${path} ${answer}`)).toSorted();
}

/** The number of rows of each part. */
async function countsOf(id: string): Promise<Record<string, number>> {
  const rows = await everyRow(app, { id });
  return Object.fromEntries(Object.entries(rows).map(([name, part]) => [name, part.length]));
}

const projectsOf = async (client: DashboardClient) =>
  ((await client.send('GET', '/session')).body.projects as { id: string }[]).map(({ id }) => id);

describe('a copy in the dashboard', () => {
  it('reads like its original, also what readers do not see, and leaves other ids alone', async () => {
    const original = await fullProject(installation);
    const foreignId = exampleId('entry');
    const title = `Like ${foreignId}, ${original.id} and (${exampleId('media')})`;
    await createEntry(original, 'notice', { title }, { publish: true });
    const owner = await signedIn(installation, original.id, 'owner');
    const path = `/projects/${original.id}/copies`;

    let copy = {} as Copy;
    const audited = await rowsOf(app, original.id, async () => (copy = await copied(owner, path, 'Test')));

    expect(copy).toMatchObject({ status: 'done', progress: 100, reason: null });
    const id = String(copy.project_id);
    expect(audited.filter(({ action }) => action !== 'member.entered')).toMatchObject([
      {
        action: 'project.copied',
        subject: { kind: 'project', id, title: 'Test' },
        actor: { kind: 'user' },
        via: 'dashboard',
      },
    ]);
    expect((await storedRows(app, id)).map(({ action }) => action)).toEqual([
      ...['project.created', 'project.copied', 'member.added'],
    ]);
    expect(await projectsOf(owner)).toEqual([original.id, id].toSorted());
    expect(await countsOf(id)).toEqual(await countsOf(original.id));
    const project = await projectOf(id);
    expect(await answersOf(project)).toEqual(await answersOf(original));
    const { data } = expectDone(await project.publishable.get('/v1/content/notice?limit=100'));
    const titles = (data as { values: { title: string } }[]).map(({ values }) => values.title);
    expect(titles).toContain(title.replace(original.id, id));
    expect((await readdir(tmpdir())).filter((name) => name.startsWith(folderPrefixes.copy))).toEqual([]);
  });

  it('is started by owners who may create another project, one at a time', async () => {
    const project = await installation.newProject();
    const path = `/projects/${project.id}/copies`;
    const editor = await signedIn(installation, project.id, 'editor');
    const owner = await signedIn(installation, project.id, 'owner');
    expect(refusal(await editor.send('POST', path, { name: 'No' })).slice(0, 2)).toEqual([
      ...[403, 'role_required'],
    ]);
    expect(refusal(await owner.send('POST', path, { name: ' ' })).slice(0, 2)).toEqual([
      ...[400, 'invalid_field_value'],
    ]);
    expect(refusal(await owner.send('GET', `${path}/cpy_unknown`)).slice(0, 2)).toEqual([
      ...[404, 'unknown_copy'],
    ]);

    const starts = await Promise.all(['A', 'B', 'C'].map((name) => owner.send('POST', path, { name })));

    expect(starts.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    const started = starts.find(({ status }) => status === 201)?.body as { copy: Copy };
    expect(await ended(owner, path, started)).toMatchObject({ status: 'done' });
    expect((await copied(owner, path, 'Second')).status).toBe('done');
    expect(refusal(await owner.send('POST', path, { name: 'Third' })).slice(0, 2)).toEqual([
      ...[400, 'limit_reached'],
    ]);
  });

  it('fails with a reason if its member is no longer an owner, and leaves nothing', async () => {
    const project = await installation.newProject();
    const owner = await signedIn(installation, project.id, 'owner');
    const members = databaseOf(app.system).collection('members');
    const copies = databaseOf(app.system).collection<CopyRecord & { project_id: string }>('project_copies');
    const path = `/projects/${project.id}/copies`;
    const first = await copied(owner, path, 'First');
    await members.updateMany({ project_id: project.id }, { $set: { role: 'editor' } });
    const again = { status: 'running' as const, target: null, attempts: 0, held_until: new Date(0) };
    await copies.updateOne({ _id: first.id, project_id: project.id }, { $set: again });
    await expect.poll(async () => (await copies.findOne({ _id: first.id }))?.status).toBe('failed');
    expect((await copies.findOne({ _id: first.id }))?.reason).toContain('no longer an owner');
    expect(await projectsOf(owner)).toHaveLength(2);
  });
});

describe('a template in the dashboard', () => {
  it('starts a project without votes, for a person who is no member of it', async () => {
    const template = await fullProject(installation);
    const own = await installation.newProject();
    const person = await signedIn(installation, own.id, 'owner');
    const settings = await signedIn(installation, template.id, 'owner');
    const path = `/templates/${template.id}/copies`;
    expect(refusal(await person.send('POST', path, { name: 'New' })).slice(0, 2)).toEqual([
      ...[404, 'unknown_template'],
    ]);
    const offer = await settings.send('PATCH', `/projects/${template.id}/settings`, { is_template: true });
    expect(offer.body, offer.text).toMatchObject({ is_template: true });
    const listed = { data: [{ id: template.id, name: 'Test' }] };
    expect((await person.send('GET', '/templates')).body).toEqual(listed);

    const copy = await copied(person, path, 'New');

    expect(copy).toMatchObject({ status: 'done' });
    const id = String(copy.project_id);
    expect(await projectsOf(person)).toContain(id);
    const { kb_votes, kb_vote_totals, ...counts } = await countsOf(template.id);
    expect([kb_votes, kb_vote_totals]).not.toContain(0);
    expect(await countsOf(id)).toEqual({ ...counts, kb_votes: 0, kb_vote_totals: 0 });
    expect((await settings.send('GET', `${path}/${copy.id}`)).status).toBe(404);
    await settings.send('PATCH', `/projects/${template.id}/settings`, { is_template: false });
    expect((await person.send('GET', '/templates')).body).toEqual({ data: [] });
    const viewer = await signedIn(installation, own.id, 'viewer');
    expect((await viewer.send('GET', '/templates')).body).toEqual({ data: [] });
  });
});

describe('folders of copies, backups and restores', () => {
  it('are removed after a day', async () => {
    const parent = await newFolder();
    const namesOf = (end: string) => Object.values(folderPrefixes).map((prefix) => `${prefix}${end}`);
    const remainingNames = [...namesOf('new'), 'other', 'galley-backup-old'];
    for (const name of [...namesOf('old'), ...remainingNames]) await mkdir(join(parent, name));
    const old = new Date(Date.now() - 25 * 3_600_000);
    for (const name of [...namesOf('old'), 'other', 'galley-backup-old'])
      await utimes(join(parent, name), old, old);

    await removeOldFolders(new Date(), parent);

    expect((await readdir(parent)).toSorted()).toEqual(remainingNames.toSorted());
  });
});
