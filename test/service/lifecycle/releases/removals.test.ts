import { describe, expect, it } from 'vitest';
import { trimRemovals } from '../../../../src/lifecycle/releases/copy/trim-removals.ts';
import { createEntry, defineType, expectDone, publishEntry } from '../../../support/content.ts';
import { databaseOf, makeKeyDeletionsFinal } from '../../../support/database.ts';
import { startOwnService, type TestProject } from '../../../support/service.ts';

const service = await startOwnService();
const { system } = service.app;
const removals = databaseOf(system).collection('release_removals');

/** An hour later, as the job that runs then. */
const trim = () => trimRemovals(system, new Date(Date.now() + 3_600_000));
const rowsOf = ({ id }: TestProject) => removals.countDocuments({ project_id: id });

async function projectWithEntries(count: number) {
  const project = await service.newProject();
  await defineType(project, 'page', { title: 'string' });
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await publishEntry(project, 'page', { title: `Page ${n}` }));
  const remove = async (id: string, release = '') =>
    expectDone(await project.secret.delete(`/v1/content/page/${id}${release && `?release=${release}`}`));
  return { project, ids, remove };
}

const entriesRemoved = async (project: TestProject, release: string) =>
  expectDone(await project.secret.get(`/v1/releases/${release}/diff`)).summary.entries;

describe('rows of removed entries', () => {
  it('go where the project has one release', async () => {
    const { project, ids, remove } = await projectWithEntries(3);
    for (const id of ids) await remove(id);
    expect(await rowsOf(project)).toBe(3);

    await trim();

    expect(await rowsOf(project)).toBe(0);
  });

  it('stay where a release that is older than the removal may be compared, before and after a promotion', async () => {
    const { project, ids, remove } = await projectWithEntries(4);
    const [first = '', second = '', third = '', fourth = ''] = ids;
    await remove(first);
    await removals.updateMany({ project_id: project.id }, { $set: { at: new Date(Date.now() - 600_000) } });
    const copy: string = expectDone(await project.secret.post('/v1/releases', { name: 'Spring' })).id;
    await remove(second);
    await remove(third, copy);
    const before = await entriesRemoved(project, copy);

    await trim();

    expect(await rowsOf(project)).toBe(2); // the first is older than the clone
    expect(await entriesRemoved(project, copy)).toEqual(before);

    expectDone(await project.secret.post(`/v1/releases/${copy}/promote`, {}));
    await remove(fourth);
    const after = await entriesRemoved(project, project.releaseId);
    await trim();

    expect(await entriesRemoved(project, project.releaseId)).toEqual(after);
    await makeKeyDeletionsFinal(databaseOf(system), project.id);
    expectDone(await project.secret.delete(`/v1/releases/${project.releaseId}`));
    await trim();
    await expect.poll(() => rowsOf(project), { timeout: 20_000 }).toBe(0); // the deleted release's rows go in the background
  });

  it('stay while a clone is being made', async () => {
    const { project, ids, remove } = await projectWithEntries(1);
    await remove(ids[0] ?? '');
    const releases = databaseOf(system).collection<{ _id: string; project_id: string }>('releases');
    const { _id: _own, ...row } = (await releases.findOne({ project_id: project.id })) ?? {
      _id: '',
      project_id: '',
    };
    const _id = `rel_${'0'.repeat(26)}`;
    await releases.insertOne({ ...row, _id, status: 'cloning', cloned_from: project.releaseId } as never);

    await trim();
    expect(await rowsOf(project)).toBe(1);

    await releases.deleteOne({ _id, project_id: project.id });
    await trim();
    expect(await rowsOf(project)).toBe(0);
  });

  it('go in all other projects though one fails', async () => {
    const [bad, good] = [await projectWithEntries(1), await projectWithEntries(1)];
    for (const { ids, remove } of [bad, good]) await remove(ids[0] ?? '');
    const releases = databaseOf(system).collection<{ _id: string }>('releases');
    await releases.updateOne(
      { project_id: bad.project.id, _id: bad.project.releaseId },
      { $unset: { base_at: 1 }, $set: { cloned_from: bad.project.releaseId, created_at: 'x' } },
    );

    await trim();

    expect(await rowsOf(good.project)).toBe(0);
    expect(await rowsOf(bad.project)).toBe(1);
  });
});

describe('versions', () => {
  it('are deleted by age, more than one statement deletes at once, and younger ones stay', async () => {
    const { deleteVersionsBefore } = await import('../../../../src/lifecycle/versions/repository.ts');
    const project = await service.newProject();
    const versions = databaseOf(system).collection<{ _id: string }>('versions');
    const now = Date.now();
    const row = (n: number, saved_at: Date) => ({
      _id: `${project.id}/${n}`,
      project_id: project.id,
      item: `art_${n}`,
      revision: 1,
      saved_at,
    });
    const old = Array.from({ length: 1_001 }, (_, n) => row(n, new Date(now - 731 * 86_400_000 - n)));
    await versions.insertMany([...old, row(5_000, new Date(now - 729 * 86_400_000))]);
    await defineType(project, 'page', { title: 'string' });
    await createEntry(project, 'page', { title: 'A' });

    await deleteVersionsBefore(system, new Date(now - service.app.config.VERSION_DAYS * 86_400_000));

    const left = await versions.find({ project_id: project.id, item: /^art_/ }).toArray();
    expect(left.map(({ _id }) => _id)).toEqual([`${project.id}/5000`]);
  });
});
