import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { removeOldFolders } from '../../src/transfer/copies/sweep.ts';
import type { CopyRecord } from '../../src/transfer/copies/schema.ts';
import { projectParts } from '../support/assembly.ts';
import { cleanup } from '../support/cleanup.ts';
import { createEntry, dayMs, defineType, expectDone, inMs, publishEntry } from '../support/content.ts';
import { signedIn } from '../support/dashboard.ts';
import { databaseOf } from '../support/database.ts';
import { multiplyEntry } from '../support/many-entries.ts';
import { newAsset, storeVariables } from '../support/media.ts';
import type { TestProject } from '../support/service.ts';
import { openTestStore } from '../support/test-store.ts';
import { everyRow } from '../support/transfer/every-answer.ts';
import { newScene, type ServiceProcess } from './support/scene.ts';

const kills = Number(process.env['COPY_KILLS'] ?? 5);
vi.setConfig({ testTimeout: 600_000 + kills * 60_000 });
const store = await openTestStore();
cleanup(() => store.stop());
const folder = await mkdtemp(join(tmpdir(), 'copies-test-'));
cleanup(() => rm(folder, { recursive: true, force: true }));
const scene = await newScene({
  ...(storeVariables(store.settings) as Record<string, string>),
  PROJECT_CREATION: 'owners',
  MAX_PROJECTS_PER_PERSON: '100',
  TMPDIR: folder,
});
const { app } = scene.service;
const rowsOf = (name: string) => databaseOf(app.system).collection<{ _id: string; project_id: string }>(name);
const copies = databaseOf(app.system).collection<CopyRecord & { project_id: string }>('project_copies');
const projects = databaseOf(app.system).collection<{ _id: string }>('projects');

/** Live, draft, scheduled and archived items, a second release and a file. */
async function manyKinds(): Promise<TestProject> {
  const project = await scene.service.newProject();
  const { secret } = project;
  await defineType(project, 'page', [
    { key: 'title', type: 'string' },
    { key: 'image', type: 'image' },
    { key: 'next', type: 'reference', options: { content_type: 'page' } },
  ]);
  const image = await newAsset(secret);
  const entry = await publishEntry(project, 'page', { title: 'Live', image });
  await createEntry(project, 'page', { title: 'Draft', next: entry });
  await createEntry(project, 'page', { title: 'Soon' }, { publish: true, published_at: inMs(dayMs) });
  expectDone(await secret.patch(`/v1/content/page/${entry}?draft=true`, { values: { title: 'Changed' } }));
  expectDone(await secret.post('/v1/blog/articles', { title: 'Hidden' }));
  const { id: collection } = expectDone(await secret.post('/v1/kb/collections', { title: 'Help' }));
  const old = { title: 'Old', collection, publish: true };
  const { slug } = expectDone(await secret.post('/v1/kb/articles', old));
  expectDone(await secret.patch(`/v1/kb/articles/${String(slug)}`, { archived: true }));
  await multiplyEntry(app, entry, 3_000);
  return project;
}

/** All stored rows of a project by part, without what differs in a copy. */
async function contentOf(id: string): Promise<Record<string, string[]>> {
  const rows = await everyRow(app, { id });
  const masked = (row: object) =>
    JSON.stringify(row)
      .replaceAll(/prj_[0-9a-z]{26}/g, 'prj')
      .replaceAll(/\b([a-z]{3}_[0-9a-z]{18})[0-9a-z]{8}/g, '$1');
  return Object.fromEntries(Object.entries(rows).map(([name, part]) => [name, part.map(masked).toSorted()]));
}

/** Ends the lease of a process that is gone, which would end by itself within 15 seconds. */
async function endLease(copyId: string): Promise<void> {
  const { project_id } = (await copies.findOne({ _id: copyId })) ?? { project_id: '' };
  await copies.updateOne(
    { _id: copyId, project_id, status: 'running' },
    { $set: { held_until: new Date(0) } },
  );
}

/** The projects that have rows, in all parts of an export. */
async function projectsWithRows(): Promise<string[]> {
  const names = projectParts.carried.map(({ collection }) => collection.name);
  const ids = await Promise.all(names.map((name) => rowsOf(name).distinct('project_id')));
  return [...new Set(ids.flat())].toSorted();
}

async function expectOnly(ids: readonly string[]): Promise<void> {
  await expect.poll(projectsWithRows, { timeout: 30_000 }).toEqual([...ids].toSorted());
  const stored = (await projects.find({}, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);
  expect(stored.toSorted()).toEqual([...ids].toSorted());
}

describe('a copy whose process is killed', () => {
  it(`has every row of its original, at ${kills} moments, and leaves no other project`, async () => {
    const project = await manyKinds();
    const expected = await contentOf(project.id);
    expect(expected['entries']).toHaveLength(3_003);
    const path = `/projects/${project.id}/copies`;
    let victim: ServiceProcess = await scene.start();
    let longestMs = 3_000;
    let midway = 0;
    const finished = [project.id];
    const member = await signedIn({ ...scene.service, url: victim.url }, project.id, 'owner');

    for (let kill = 0; kill < kills; kill += 1) {
      const startedAt = performance.now();
      const { body } = await member.send('POST', path, { name: `Copy ${kill}` });
      const id = (body as { copy: CopyRecord & { id: string } }).copy.id;
      const read = () => copies.findOne({ _id: id });
      await wait(Math.random() * longestMs);
      await victim.kill();
      const interrupted = await read();
      if (interrupted?.status === 'running' && interrupted.target !== null) midway += 1;
      await endLease(id);
      victim = await scene.start({ PORT: String(victim.port) });
      await expect.poll(async () => (await read())?.status, { timeout: 120_000 }).toBe('done');
      longestMs = Math.min(6_000, Math.max(2_000, (performance.now() - startedAt) / 2));
      const { target } = (await read()) ?? { target: null };
      expect(await contentOf(String(target))).toEqual(expected);
      finished.push(String(target));
      await expectOnly(finished);
    }

    const { body } = await member.send('GET', '/session');
    expect((body.projects as { id: string }[]).map(({ id }) => id).toSorted()).toEqual(finished.toSorted());
    console.log(`${kills} kills, ${midway} of them after the copy had a project`);
    await victim.kill();
    await removeOldFolders(new Date(Date.now() + 25 * 3_600_000), folder);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('a copy whose process stands still', () => {
  it('is made by another process, and the first one removes its own when it goes on', async () => {
    const project = await manyKinds();
    const others = (await projects.find({}, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);
    const first = await scene.start();
    const member = await signedIn({ ...scene.service, url: first.url }, project.id, 'owner');
    const { body } = await member.send('POST', `/projects/${project.id}/copies`, { name: 'Copy' });
    const id = (body as { copy: { id: string } }).copy.id;
    const read = () => copies.findOne({ _id: id });
    await expect
      .poll(async () => (await read())?.target ?? null, { timeout: 60_000, interval: 5 })
      .not.toBe(null);
    first.freeze();
    const frozen = await read();
    expect(frozen?.status).toBe('running');
    await endLease(id);
    await scene.start();
    await expect.poll(async () => (await read())?.status, { timeout: 120_000 }).toBe('done');
    const { target } = (await read()) ?? { target: null };
    expect(target).not.toBe(frozen?.target);

    first.thaw();

    await expectOnly([...others, String(target)]);
    expect(await contentOf(String(target))).toEqual(await contentOf(project.id));
  });
});
