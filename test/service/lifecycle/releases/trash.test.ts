import { beforeEach, describe, expect, it } from 'vitest';
import { oldestOverdue } from '../../../../src/lifecycle/index.ts';
import { recoverReleases } from '../../../../src/lifecycle/releases/copy/clone.ts';
import { sweepTrash } from '../../../../src/lifecycle/trash/expiry.ts';
import { assembly } from '../../../support/assembly.ts';
import { createEntry, dayMs, expectDone, inMs, pluck, refusal } from '../../../support/content.ts';
import { type DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { newPages } from '../../../support/releases/pages.ts';
import { startOwnService } from '../../../support/service.ts';

const service = await startOwnService(); // items of other tests can be overdue

let pages: Awaited<ReturnType<typeof newPages>>;
let owner: DashboardClient;
beforeEach(async () => {
  pages = await newPages(service, ['One', 'Two']);
  owner = await signedIn(service, pages.project.id, 'owner');
});

const send = (method: string, path: string, body?: unknown, client = owner) =>
  client.send(method, `/projects/${pages.project.id}${path}`, body);
const trash = async () => (await send('GET', '/trash?kind=release')).body.data as Record<string, unknown>[];
const restore = async (id: unknown, client = owner) =>
  (await send('POST', '/trash/restore', { ids: [id] }, client)).body;
const deleteRelease = (id: string) => pages.project.secret.delete(`/v1/releases/${id}`);
const storedRows = (id: string) =>
  databaseOf(service.app.system).collection('entries').countDocuments({ release_id: id });
const storedEvents = (id: string) =>
  databaseOf(service.app.system).collection('events').countDocuments({ project_id: id });
const storedUsage = async () => {
  const projects = databaseOf(service.app.system).collection<{ _id: string; usage: Record<string, number> }>(
    'projects',
  );
  return (await projects.findOne({ _id: pages.project.id }))?.usage['entries_per_project_max'];
};

describe('a deleted release', () => {
  it('is gone for keys, and is restored with its id, name and content', async () => {
    const { project, clone, edit, title, ids, main } = pages;
    const [one = ''] = ids;
    const spring = await clone('Spring');
    await edit(one, 'Changed', spring);
    await createEntry(project, 'page', { title: 'Added' });
    const before = expectDone(await project.secret.get(`/v1/releases/${spring}`));
    const entries = expectDone(await project.secret.get(`/preview/v1/content/page?release=${spring}`)).data;

    const promoteAt = inMs(2 * dayMs);
    expectDone(await project.secret.patch(`/v1/releases/${spring}`, { promote_at: promoteAt }));
    expect((await deleteRelease(spring)).status).toBe(204);

    expect(refusal(await project.secret.get(`/v1/releases/${spring}`)).slice(0, 2)).toEqual([
      404,
      'unknown_release',
    ]);
    expect(refusal(await deleteRelease(spring)).slice(0, 2)).toEqual([404, 'unknown_release']);
    expect(pluck((await project.secret.get('/v1/releases')).body.data, 'id')).toEqual([main]);
    const [row] = await trash();
    expect(row).toMatchObject({
      ...{ id: spring, kind: 'release', type: null, title: 'Spring', entries: 2, was_live: false },
      deleted_by: { kind: 'key', name: 'test' },
    });
    expect(row?.['trash_id']).toMatch(/^trs_/);
    const events = await storedEvents(project.id);

    expect(await restore(row?.['trash_id'])).toMatchObject({ done: 1, failed: 0, warnings: [] });

    expect(await trash()).toEqual([]);
    expect(expectDone(await project.secret.get(`/v1/releases/${spring}`))).toEqual(before);
    const after = expectDone(await project.secret.get(`/preview/v1/content/page?release=${spring}`)).data;
    expect(after).toEqual(entries);
    expect(await title(one, spring)).toBe('Changed');
    expect(await storedEvents(project.id)).toBe(events);
    expectDone(await pages.promote(spring));
    expect(await title(one)).toBe('Changed');
  });

  it('does not count as entries of the project, and leaves nothing that is overdue', async () => {
    const { project, clone, ids } = pages;
    const spring = await clone('Spring');
    const at = inMs(60_000);
    expectDone(
      await project.secret.patch(`/v1/content/page/${ids[0]}?release=${spring}`, {
        values: { title: 'Later' },
        publish: true,
        published_at: at,
      }),
    );
    await deleteRelease(spring);
    const { system } = service.app;
    const later = new Date(Date.now() + 2 * 60_000);
    expect(await oldestOverdue(system, assembly.scheduledKinds, later)).toBeNull();
    expect(await storedUsage()).toBe(2);
    await restore(spring);
    expect(await storedUsage()).toBe(4);
  });

  it('is restored by owners only, and removed after 30 days or from the trash', async () => {
    const { clone } = pages;
    const [one, other] = [await clone('One'), await clone('Other')];
    for (const id of [one, other]) await deleteRelease(id);
    const editor = await signedIn(service, pages.project.id, 'editor');
    const [result] = (await restore(one, editor)).data as unknown[];
    expect(result).toMatchObject({ id: one, ok: false, error: { code: 'role_required' } });
    expect(await storedRows(one)).toBe(2);

    expect((await send('POST', '/trash/remove', { ids: [one] })).body).toMatchObject({ done: 1 });
    const { system, clock } = service.app;
    await recoverReleases(system, clock);
    expect([await storedRows(one), await storedRows(other)]).toEqual([0, 2]);
    expect((await restore(one)).data[0].error.code).toBe('not_in_trash');

    const days = (count: number) => new Date(clock.now().getTime() + count * dayMs);
    await sweepTrash(system, assembly.trashKinds, days(29));
    await recoverReleases(system, { now: () => days(29) });
    expect(await storedRows(other)).toBe(2);
    await sweepTrash(system, assembly.trashKinds, days(31));
    await recoverReleases(system, clock);
    expect(await storedRows(other)).toBe(0);
  });

  it('pushes out the oldest of three, and the trash has no clone that failed', async () => {
    const { project, clone } = pages;
    const names = ['First', 'Second', 'Third', 'Fourth'];
    for (const name of names) await deleteRelease(await clone(name));
    expect(pluck(await trash(), 'title')).toEqual(['Fourth', 'Third', 'Second']);
    const failed = await clone('Failed');
    await databaseOf(service.app.system)
      .collection<{ _id: string }>('releases')
      .updateOne({ _id: failed }, { $set: { status: 'failed' } });
    expect((await project.secret.delete(`/v1/releases/${failed}`)).status).toBe(204);
    expect(pluck(await trash(), 'title')).toEqual(['Fourth', 'Third', 'Second']);
  });
});
