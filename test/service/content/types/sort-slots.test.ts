import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { giveSortSlots } from '../../../../src/content/types/settle/sort-slots-migration.ts';
import { settleTypes } from '../../../../src/content/types/service.ts';
import type { TypeRecord } from '../../../../src/content/types/schema.ts';
import {
  createEntry,
  defineType,
  expectDone,
  pluck,
  publishEntry,
  refusal,
} from '../../../support/content.ts';
import { storeEntries } from '../../../support/stored-entries.ts';
import { startService, type TestProject } from '../../../support/service.ts';
import { databaseOf } from '../../../support/database.ts';

const service = await startService();
const { system, clock } = service.app;
const types = databaseOf(system).collection<TypeRecord>('content_types');
const entries = databaseOf(system).collection('entries');
const title = { key: 'title', type: 'string' };
const number = { key: 'n', type: 'number' };

/** Waits until the entries of all types of the project are as the definitions say. */
async function settled(project: TestProject): Promise<TypeRecord[]> {
  while ((await types.findOne({ project_id: project.id, is_settled: false })) !== null) await wait(20);
  return types.find({ project_id: project.id }).toArray();
}

/** Values of one field in the order in which the list is answered. */
async function sorted(project: TestProject, query: string, key: string): Promise<unknown[]> {
  const { data } = expectDone(await project.publishable.get(`/v1/content/page?${query}`));
  return pluck(pluck(data, 'values'), key);
}

/** Entries that have no key in the slot of a field. */
async function unfilled(project: TestProject, key: string): Promise<number> {
  const [type] = await settled(project);
  const slot = type?.sort_slots.find((each) => each.key === key);
  expect(slot, key).toMatchObject({ ready: true });
  return entries.countDocuments({
    project_id: project.id,
    live: { $ne: null },
    [`sorts.${slot?.slot}`]: { $exists: false },
  });
}

describe('a sortable field that a type gets', () => {
  it('sorts at once, and by its index when the entries are filled', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', [title]);
    await publishEntry(project, 'page', { title: 'A' });
    await createEntry(project, 'page', { title: 'draft' });
    await defineType(project, 'page', [title, number]);
    await publishEntry(project, 'page', { title: 'B', n: -1 });

    expect(await sorted(project, 'sort=n', 'title')).toEqual(['A', 'B']);
    expect(await unfilled(project, 'n')).toBe(0);
    expect(await sorted(project, 'sort=n', 'title')).toEqual(['A', 'B']);
    expect(await sorted(project, 'sort=-n', 'title')).toEqual(['B', 'A']);
  });

  it('has its old values when it comes back before they were cleared, and takes new ones meanwhile', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', [title, number]);
    await publishEntry(project, 'page', { title: 'A', n: 2 });
    await publishEntry(project, 'page', { title: 'B', n: 1 });
    // As if a process had stopped between the removal and the clearing, while an entry was written.
    await types.updateOne(
      { project_id: project.id },
      { $set: { fields: [], removed: [{ key: 'n', type: 'number' }], is_settled: false } },
    );
    await entries.updateOne({ project_id: project.id, 'draft.n': 2 }, { $set: { sorts: {} } });

    await defineType(project, 'page', [title, number]);

    expect(await sorted(project, 'sort=n', 'n')).toEqual([1, 2]);
    expect(await unfilled(project, 'n')).toBe(0);
    expect(await sorted(project, 'sort=n', 'n')).toEqual([1, 2]);
  });

  it('is filled by the job when a process stopped before, in releases that are whole', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', [number]);
    for (const n of [3, 1, 2]) await publishEntry(project, 'page', { n });
    const clone = expectDone(await project.secret.post('/v1/releases', { name: 'Copy' }));
    const later = expectDone(await project.secret.post('/v1/releases', { name: 'Being copied' }));
    const all = { project_id: project.id };
    await entries.updateMany(all, { $set: { sorts: {} } });
    await types.updateMany(all, { $set: { is_settled: false, 'sort_slots.$[].ready': false } });
    const releases = databaseOf(system).collection<{ _id: string }>('releases');
    await releases.updateOne({ _id: later.id as string }, { $set: { status: 'cloning' } });

    await settleTypes(system, clock.now());

    expect(await types.countDocuments({ ...all, is_settled: true })).toBe(2);
    expect(await types.findOne({ release_id: later.id })).toMatchObject({ is_settled: false });
    for (const release of ['', `&release=${clone.id}`])
      expect(await sorted(project, `sort=n${release}`, 'n')).toEqual([1, 2, 3]);
  });

  it('is filled beyond one batch, with the writes of others in between', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', [number]);
    const many = Array.from({ length: 350 }, (_, n) => ({ n }));
    const ids = await storeEntries(service, project, 'page', many);
    await defineType(project, 'page', [number, title]);
    for (const id of ids.slice(-3))
      expectDone(await project.secret.patch(`/v1/content/page/${id}`, { values: { title: id } }));

    expect(await unfilled(project, 'title')).toBe(0);
    const { data } = expectDone(await project.publishable.get('/v1/content/page?sort=-title&limit=4'));
    expect(pluck(data, 'id').slice(0, 3)).toEqual(ids.slice(-3).sort().reverse());
  });
});

describe('a type with more sortable fields than there are slots', () => {
  const keys = Array.from({ length: 26 }, (_, i) => `f${i}`);
  const fields = keys.map((key) => ({ key, type: 'string' }));

  it('sorts by the others in memory, and gives them the slots of removed fields', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', fields);
    for (const f25 of ['b', 'Ä', '\u{1f600}', '\uff5e', null]) await publishEntry(project, 'page', { f25 });
    const wanted = [null, 'Ä', 'b', '\uff5e', '\u{1f600}'];

    expect(await sorted(project, 'sort=f25', 'f25')).toEqual(wanted);
    expect(await sorted(project, 'sort=-f25&limit=2&offset=1', 'f25')).toEqual(['\uff5e', 'b']);
    await defineType(project, 'page', fields.slice(2));
    expect(await unfilled(project, 'f25')).toBe(0);
    expect(await sorted(project, 'sort=f25', 'f25')).toEqual(wanted);
    const [type] = await settled(project);
    expect(new Set(type?.sort_slots.map(({ slot }) => slot)).size).toBe(24);
  });

  it('refuses to sort more than 10,000 entries by one of them: query_too_expensive', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', fields);
    const many = Array.from({ length: 10_001 }, (_, i) => ({ f0: i % 2 === 0 ? 'even' : 'odd' }));
    await storeEntries(service, project, 'page', many);

    const refused = await project.publishable.get('/v1/content/page?sort=f25');
    const filtered = await project.publishable.get('/v1/content/page?sort=f25&where[f0]=odd');

    expect(refusal(refused)).toEqual([400, 'query_too_expensive', 'sort']);
    expect(filtered.status).toBe(200);
  });
});

describe('a database from before sorts had indexes', () => {
  it('gets slots for its types, and the job fills them', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', [title, number]);
    for (const n of [2, 1]) await publishEntry(project, 'page', { n });
    await types.updateOne({ project_id: project.id }, { $unset: { sort_slots: 1, is_settled: 1 } });
    await entries.updateMany({ project_id: project.id }, { $set: { sorts: { title: null, n: 1 } } });

    await giveSortSlots.run(system);
    await settleTypes(system, clock.now());

    expect(await unfilled(project, 'n')).toBe(0);
    expect(await sorted(project, 'sort=n', 'n')).toEqual([1, 2]);
  });
});
