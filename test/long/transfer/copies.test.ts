import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../../src/core/settings/config.ts';
import { storageSettingsOf } from '../../../src/core/settings/variables/storage.ts';
import { createStorage } from '../../../src/core/storage/storage.ts';
import { ApiClient } from '../../support/client.ts';
import { assembly, collections } from '../../support/assembly.ts';
import { defineType, expectDone } from '../../support/content.ts';
import { databaseOf } from '../../support/database.ts';
import type { TestProject } from '../../support/service.ts';
import { everyAnswer } from '../../support/transfer/every-answer.ts';
import { fullProject } from '../../support/transfer/full-project.ts';
import { newFolder, newInstallation } from '../../support/transfer/installations.ts';

vi.setConfig({ testTimeout: 180_000 });

const installation = await newInstallation();
const { app } = installation;

/** The answers of a project, without the parts of ids that differ in a copy. */
async function answersOf(project: Readable): Promise<string[]> {
  const { answers } = await everyAnswer(app, project);
  const masked = [...answers].map(([path, answer]) =>
    `${path} ${answer}`.replaceAll(/\b([a-z]{3}_[0-9a-z]{18})[0-9a-z]{8}\b/g, '$1'),
  );
  return masked.toSorted();
}

type Readable = Pick<TestProject, 'id' | 'secret' | 'publishable'>;

async function projectOf(id: string): Promise<Readable> {
  const clientFor = async (purpose: string) => {
    const args = ['key', 'create', '--project', id, '--purpose', purpose, '--name', 'test'];
    const { body } = await installation.galley(...args);
    return new ApiClient(installation.url, String(body.key.token));
  };
  return { id, secret: await clientFor('secret'), publishable: await clientFor('publishable') };
}

const mediaOf = async ({ secret }: Readable) =>
  expectDone(await secret.get('/v1/media?limit=100'))['data'] as { id: string; url: string }[];

async function isListed(id: string): Promise<boolean> {
  const { body } = await installation.galley('project', 'list');
  return (body.projects as { id: string }[]).some((project) => project.id === id);
}

describe('galley project copy', () => {
  it('makes a project that reads like its original, with ids and files of its own', async () => {
    const original = await fullProject(installation);

    const { exitCode, body } = await installation.galley(
      ...['project', 'copy', '--project', original.id, '--name', 'Test'], // responses contain the name
    );

    expect(exitCode).toBe(0);
    expect(body).toMatchObject({ copied_from: original.id, files: { missing: [] } });
    const copy = await projectOf(String(body.project));
    expect(await answersOf(copy)).toEqual(await answersOf(original));
    const [before, after] = [await mediaOf(original), await mediaOf(copy)];
    const ids = new Set(before.map(({ id }) => id));
    expect(after.filter(({ id }) => ids.has(id))).toEqual([]);
    expect(body.files.copied).toBe(after.length);
    const { body: listed } = await installation.galley('project', 'list');
    expect(listed.projects).toContainEqual({
      ...{ id: copy.id, name: 'Test', private_media: false, template: false },
    });

    const only = { values: { title: 'Only in the copy' }, publish: true };
    const { id } = expectDone(await copy.secret.post('/v1/content/notice/entries', only));
    expect((await copy.publishable.get(`/v1/content/notice/${String(id)}`)).status).toBe(200);
    expect((await original.secret.get(`/v1/content/notice/${String(id)}`)).status).toBe(404);
    await installation.galley('project', 'delete', '--project', copy.id, '--yes');
    for (const { object } of await objectsOf(original)) expect(await statusOf(object.key)).toBe(200);
  });

  it('is also done by an import with new ids, once or again', async () => {
    const original = await fullProject(installation);
    const folder = join(await newFolder(), 'export');
    await installation.galley('export', '--project', original.id, '--out', folder, '--files');
    const copy = await installation.newProject();
    const args = ['import', '--project', copy.id, '--from', folder, '--files'];

    expect(await installation.galley(...args)).toMatchObject({ exitCode: 1 });
    const imported = await installation.galley(...args, '--new-ids');

    expect(imported).toMatchObject({ exitCode: 0, body: { files: { missing: [] } } });
    expect(await answersOf(copy)).toEqual(await answersOf(original));
  });

  it('does not continue an interrupted import that keeps ids with new ids', async () => {
    const original = await installation.newProject();
    await defineType(original, 'notice', { title: 'string' });
    const folder = join(await newFolder(), 'export');
    await installation.galley('export', '--project', original.id, '--out', folder);
    await installation.galley('project', 'delete', '--project', original.id, '--yes');
    const copy = await installation.newProject();
    const args = ['import', '--project', copy.id, '--from', folder];
    expect((await installation.galley(...args)).exitCode).toBe(0);
    const projects = databaseOf(app.system).collection<{ _id: string }>('projects');
    const { export_id: importing } = JSON.parse(await readFile(join(folder, 'galley.json'), 'utf8'));
    await projects.updateOne({ _id: copy.id }, { $set: { importing } }); // as before the last step

    expect(await installation.galley(...args, '--new-ids')).toMatchObject({
      ...{ exitCode: 1, body: { error: { param: '--project' } } },
    });
    expect((await installation.galley(...args)).exitCode).toBe(0);
  });

  it('starts a project from a template, without votes', async () => {
    const original = await fullProject(installation);
    const create = () =>
      installation.galley(...['project', 'create', '--name', 'New', '--template', original.id]);
    const offer = (state: string) =>
      installation.galley('project', 'template', state, '--project', original.id);
    expect(await create()).toMatchObject({ exitCode: 1, body: { error: { param: '--template' } } });
    expect(await offer('maybe')).toMatchObject({ exitCode: 1, body: { error: { param: 'STATE' } } });

    expect(await offer('on')).toMatchObject({ exitCode: 0, body: { template: true } });
    const { body } = await create();

    const copy = await projectOf(String(body.project));
    const articlesOf = async ({ secret }: Readable) =>
      (
        expectDone(await secret.get('/v1/kb/articles?limit=100'))['data'] as {
          slug: string;
          helpful_count: number;
        }[]
      )
        .map(({ slug, helpful_count }) => [slug, helpful_count] as const)
        .toSorted();
    const [before, after] = [await articlesOf(original), await articlesOf(copy)];
    expect(after.map(([slug]) => slug)).toEqual(before.map(([slug]) => slug));
    expect(before.some(([, votes]) => votes > 0)).toBe(true);
    expect(after.filter(([, votes]) => votes > 0)).toEqual([]);
    await offer('off');
    expect((await create()).exitCode).toBe(1);
  });

  it('is refused without a name, and stores nothing', async () => {
    const original = await installation.newProject();
    expect(
      await installation.galley('project', 'copy', '--project', original.id, '--name', ' '),
    ).toMatchObject({ exitCode: 1, body: { error: { code: 'invalid_field_value', param: 'name' } } });
    const { body } = await installation.galley('project', 'list');
    expect((body.projects as { name: string }[]).filter(({ name }) => name.trim() === '')).toEqual([]);
  });

  it('that was interrupted is not listed, and is removed after a day', async () => {
    const { id } = await installation.newProject();
    const projects = databaseOf(app.system).collection<{ _id: string }>('projects');
    const hoursAgo = (hours: number) => new Date(app.clock.now().getTime() - hours * 3_600_000);
    const { system, clock } = app;
    const storage = createStorage(storageSettingsOf(readConfig(installation.variables)));
    const parts = {
      system,
      clock,
      storage,
      collections,
      audit: {},
      kinds: [],
      mail: {},
      backups: null,
    } as never; // all that this job uses
    const sweep = assembly.jobs(parts).find(({ name }) => name === 'project-copies.sweep');

    await projects.updateOne({ _id: id }, { $set: { copying_since: hoursAgo(23) } });
    expect(await isListed(id)).toBe(false);
    await sweep?.run('');
    expect(await projects.countDocuments({ _id: id })).toBe(1);

    await projects.updateOne({ _id: id }, { $set: { copying_since: hoursAgo(25) } });
    await sweep?.run('');
    expect(await projects.countDocuments({ _id: id })).toBe(0);
  });
});

interface StoredObject {
  object: { key: string };
}

function objectsOf({ id }: Readable): Promise<StoredObject[]> {
  const media = databaseOf(app.system).collection<StoredObject>('media');
  return media.find({ project_id: id, status: 'ready' }).toArray();
}

async function statusOf(key: string): Promise<number> {
  const { S3_ENDPOINT, S3_BUCKET } = installation.variables;
  return (await fetch(`${String(S3_ENDPOINT)}/${String(S3_BUCKET)}/${key}`)).status;
}
