import { settleTypes } from '../../../../src/content/types/service.ts';
import { clearRemoved, endKeeping } from '../../../support/content/removed-fields.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { TypeRecord } from '../../../../src/content/types/schema.ts';
import {
  createEntry,
  defineType,
  expectDone,
  pluck,
  publishEntry,
  refusal,
} from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { storeEntries } from '../../../support/stored-entries.ts';
import { startService, type TestProject } from '../../../support/service.ts';
import { databaseOf } from '../../../support/database.ts';

const service = await startService();
const types = databaseOf(service.app.system).collection<TypeRecord>('content_types');
const entries = databaseOf(service.app.system).collection('entries');
const title = { key: 'title', type: 'string' };
const note = { key: 'note', type: 'string' };
const path = '/v1/schema/content-types/page';

const select = (...choices: string[]) => ({ key: 'tone', type: 'select', options: { choices } });

/** Takes the field away as a process would that stopped before anything was cleared. */
async function takeAway(project: TestProject, key: string): Promise<void> {
  const type = await types.findOne({ project_id: project.id });
  const field = type?.fields.find((one) => one.key === key);
  if (type === null || field === undefined) throw new Error(`no field ${key}`);
  await types.updateOne(
    { project_id: project.id },
    {
      $set: {
        fields: type.fields.filter((one) => one.key !== key),
        removed: [{ key, type: field.type }],
        is_settled: false,
      },
    },
  );
}

/** Values of a field that readers get, all pages of the list together, and how many a filter by it finds. */
async function served(project: TestProject, key: string): Promise<unknown[]> {
  const values: unknown[] = [];
  for (let cursor = ''; ;) {
    const { data, meta } = expectDone(await project.publishable.get(`/v1/content/page?limit=100${cursor}`));
    values.push(...pluck(pluck(data, 'values'), key));
    if (meta.next_cursor === null) return values;
    cursor = `&cursor=${meta.next_cursor}`;
  }
}

async function count(project: TestProject, query: string): Promise<number> {
  return expectDone(await project.publishable.get(`/v1/content/page?count=true&${query}`)).meta
    .total as number;
}

describe('a field that is put back with its own type', () => {
  it('while its values are being cleared has none of them, in no read, filter, sort or draft', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', [title, note]);
    const many = Array.from({ length: 300 }, (_, i) => ({ title: `T${i}`, note: `N${i % 3}` }));
    await storeEntries(service, project, 'page', many);
    expectDone(await project.secret.put(path, { fields: [title] }));
    await endKeeping(service, project.id);
    const clearing = settleTypes(service.app.system, service.app.clock.now());
    while (!(await isBegun(project))) await wait(1);

    expectDone(await project.secret.put(path, { fields: [title, note] }));

    expect(new Set(await served(project, 'note'))).toEqual(new Set([null]));
    expect(await count(project, 'where[note]=N1')).toBe(0);
    expect(await count(project, 'where[note][is_null]=true')).toBe(300);
    await clearing;
    expect(await entries.countDocuments({ project_id: project.id, 'draft.note': { $exists: true } })).toBe(0);
    const { data } = expectDone(await project.publishable.get('/v1/content/page?sort=-note&limit=1'));
    expect(data[0].values.note).toBeNull();
    const published = await project.secret.patch(`/v1/content/page/${data[0].id}`, { publish: true });
    expect(published.body.values.note).toBeNull();
    expectDone(await project.secret.patch(`/v1/content/page/${data[0].id}`, { values: { note: 'new' } }));
    expect(await count(project, 'where[note]=new')).toBe(1);
  });

  it('has all of them or none, whenever it comes back', async () => {
    for (const [delayMs, isOver] of [0, 3, 10, 30].flatMap((ms) => [
      [ms, false] as const,
      [ms, true] as const,
    ])) {
      const project = await service.newProject();
      await defineType(project, 'page', [title, note]);
      await storeEntries(
        service,
        project,
        'page',
        Array.from({ length: 250 }, () => ({ note: 'N' })),
      );
      expectDone(await project.secret.put(path, { fields: [title] }));
      if (isOver) await endKeeping(service, project.id);
      const clearing = isOver ? settleTypes(service.app.system, service.app.clock.now()) : Promise.resolve();
      await wait(delayMs);
      expectDone(await project.secret.put(path, { fields: [title, note] }));
      await clearing;

      const values = new Set(await served(project, 'note'));
      expect(values.size).toBe(1);
      const isThere = values.has('N');
      if (!isOver) expect(isThere).toBe(true);
      expect(await count(project, 'where[note]=N')).toBe(isThere ? 250 : 0);
      expect(await count(project, 'where[note][is_null]=true')).toBe(isThere ? 0 : 250);
    }
  });

  it('before anything was cleared has all of them', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', [title, note]);
    await storeEntries(
      service,
      project,
      'page',
      Array.from({ length: 150 }, () => ({ note: 'N' })),
    );
    await takeAway(project, 'note');

    expectDone(await project.secret.put(path, { fields: [title, note] }));

    expect(new Set(await served(project, 'note'))).toEqual(new Set(['N']));
    expect(await count(project, 'where[note]=N')).toBe(150);
  });

  it('reserves nothing of the values that are gone when it is unique', async () => {
    const project = await service.newProject();
    const unique = { ...note, options: { unique: true } };
    await defineType(project, 'page', [title, unique]);
    await publishEntry(project, 'page', { note: 'A' });
    expectDone(await project.secret.put(path, { fields: [title] }));
    await clearRemoved(service, project.id);
    expectDone(await project.secret.put(path, { fields: [title, unique] }));

    await publishEntry(project, 'page', { note: 'A' });
    const second = await project.secret.post('/v1/content/page/entries', { values: { note: 'A' } });
    expect(refusal(second)).toEqual([409, 'field_value_taken', 'note']);
  });

  it('with dry_run=true clears nothing', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', [title, select('a')]);
    await publishEntry(project, 'page', { tone: 'a' });
    await takeAway(project, 'tone');

    const tried = await project.secret.put(`${path}?dry_run=true`, { fields: [title, select('b')] });

    expect(tried.status).toBe(200);
    expect(await entries.countDocuments({ project_id: project.id, 'live.tone': 'a' })).toBe(1);
  });
});

describe('a select that is put back with other choices', () => {
  it('serves, filters and keeps no value that is none of them', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', [title, select('red', 'green')]);
    await publishEntry(project, 'page', { tone: 'red' });
    await publishEntry(project, 'page', { tone: 'green' });
    await createEntry(project, 'page', { tone: 'red' });
    await takeAway(project, 'tone');

    expectDone(await project.secret.put(path, { fields: [title, select('green', 'blue')] }));

    expect(await served(project, 'tone')).toEqual([null, null]);
    for (const choice of ['red', 'green', 'blue'])
      expect([choice, await count(project, `where[tone]=${choice}`)]).toEqual([choice, 0]);
    await clearRemoved(service, project.id);
    expect(await entries.countDocuments({ project_id: project.id, 'draft.tone': { $exists: true } })).toBe(0);
  });

  it('keeps all values when each of them is still a choice and none was cleared', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', [title, select('red', 'green')]);
    await publishEntry(project, 'page', { tone: 'red' });
    await takeAway(project, 'tone');

    expectDone(await project.secret.put(path, { fields: [title, select('blue', 'red')] }));

    expect(await served(project, 'tone')).toEqual(['red']);
    expect(await count(project, 'where[tone]=red')).toBe(1);
  });

  it('gets none back by an older version of a draft', async () => {
    const project = await service.newProject();
    const list = { key: 'list', type: 'text' };
    await defineType(project, 'page', [title, select('red'), list]);
    const owner = await signedIn(service, project.id, 'owner');
    const send = (method: string, to: string, body?: unknown) =>
      owner.send(method, `/projects/${project.id}${to}`, body);
    const { body } = await send('POST', '/content/page/entries', {
      values: { title: 'Old', tone: 'red', list: 'x' },
    });
    await project.secret.patch(`/v1/content/page/${body.id}`, { values: { title: 'New' }, publish: true });
    const versions = (await send('GET', `/versions/${body.id}`)).body.data as { id: string }[];
    await defineType(project, 'page', [title]);
    await clearRemoved(service, project.id);
    await defineType(project, 'page', [title, select('blue'), { key: 'list', type: 'gallery' }]);

    const restored = await send('POST', `/versions/${body.id}/${versions.at(-1)?.id}/restore`);

    expect([restored.status, restored.body.draft]).toEqual([200, { title: 'Old' }]);
  });
});

/** Whether the values of the removed field are being cleared, or were. */
async function isBegun(project: TestProject): Promise<boolean> {
  const type = await types.findOne({ project_id: project.id });
  return type !== null && type.removed.every((field) => field.is_begun === true);
}
