import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { removeOrphans } from '../../../../src/lifecycle/releases/copy/orphans.ts';
import { ApiClient } from '../../../support/client.ts';
import { defineType, expectDone, publishEntry } from '../../../support/content.ts';
import { multiplyEntry } from '../../../support/many-entries.ts';
import { startService } from '../../../support/service.ts';
import { assembly } from '../../../support/assembly.ts';
import { databaseOf, makeKeyDeletionsFinal } from '../../../support/database.ts';

vi.setConfig({ testTimeout: 180_000 }); // twenty rounds, on machines on which others work too

const MONGODB_DB = `t_${randomUUID().slice(0, 13)}`;
const service = await startService({ MONGODB_DB });
const other = await startService({ MONGODB_DB });
const db = databaseOf(service.app.system);
afterAll(() => db.dropDatabase());

const collections = ['entries', 'content_types', 'release_removals'];
const rowsOf = async (release_id: string) => {
  const counts = collections.map((name) => db.collection(name).countDocuments({ release_id }));
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
};

async function projectWithPage() {
  const project = await service.newProject();
  await defineType(project, 'page', { title: 'string' });
  const pageId = await publishEntry(project, 'page', { title: 'A' });
  const clone = async (name: string) =>
    expectDone(await project.secret.post('/v1/releases', { name })).id as string;
  return { project, pageId, clone };
}

describe('a write beside the removal of its release', () => {
  it('is refused or removed with it, and leaves no row behind', async () => {
    const { project, pageId, clone } = await projectWithPage();
    await makeKeyDeletionsFinal(db, project.id);
    const elsewhere = new ApiClient(other.url, project.secret.token);
    for (let round = 0; round < 20; round += 1) {
      const id = await clone(`Release ${round}`);
      let isThere = true;
      const writers = [project.secret, elsewhere].map(async (client, i) => {
        while (isThere) {
          const written = await (i === 0
            ? client.post(`/v1/content/page/entries?release=${id}`, { values: { title: 'B' } })
            : client.patch(`/v1/content/page/${pageId}?release=${id}`, {
                values: { title: `${Math.random()}` },
              }));
          if (written.status < 300) continue;
          expect(written.body.error.code).toBe('unknown_release');
          isThere = false;
        }
      });
      expect((await elsewhere.delete(`/v1/releases/${id}`)).status).toBe(204);
      await Promise.all(writers);
      await expect
        .poll(() => db.collection<{ _id: string }>('releases').countDocuments({ _id: id }), {
          timeout: 20_000,
        })
        .toBe(0);
      expect([round, await rowsOf(id)]).toEqual([round, 0]);
    }
  });
});

describe('rows that a killed process left', () => {
  it('are removed by a job when their release is gone or failed, and no others are', async () => {
    const { project, pageId, clone } = await projectWithPage();
    const kept = await clone('Kept');
    const gone = await clone('Gone');
    const failed = await clone('Failed');
    const releases = db.collection<{ _id: string }>('releases');
    await project.secret.delete(`/v1/content/page/${pageId}?release=${gone}`);
    await releases.deleteOne({ _id: gone });
    await releases.updateOne({ _id: failed }, { $set: { status: 'failed' } });
    const stranger = await projectWithPage();
    await db.collection<{ _id: string }>('projects').deleteOne({ _id: stranger.project.id });
    const before = await Promise.all([project.releaseId, kept].map(rowsOf));
    expect(await rowsOf(gone)).toBeGreaterThan(0);

    const removed = await removeOrphans(service.app.system);

    expect(removed.toSorted()).toEqual([gone, failed, stranger.project.releaseId].toSorted());
    for (const id of removed) expect(await rowsOf(id)).toBe(0);
    expect(await Promise.all([project.releaseId, kept].map(rowsOf))).toEqual(before);
    expect(await removeOrphans(service.app.system)).toEqual([]);
  });

  it('are looked for by a recurring job', () => {
    const jobs = assembly.jobs({
      system: service.app.system,
      audit: {},
      kinds: [],
      mail: {},
      backups: null,
    } as never);
    expect(jobs.map(({ name }) => name)).toContain('releases.orphans');
  });

  it('are not those of a clone under way', async () => {
    const { project, pageId } = await projectWithPage();
    await multiplyEntry(service.app, pageId, 5_999);
    const cloning = project.secret.post('/v1/releases', { name: 'Spring' });
    let isDone = false;
    const sweeping = (async () => {
      while (!isDone) expect(await removeOrphans(service.app.system)).toEqual([]);
    })();
    const { body } = await cloning.finally(() => (isDone = true));
    await sweeping;

    expect(body).toMatchObject({ status: 'ready', entry_count: 6_000 });
    expect(await db.collection('entries').countDocuments({ release_id: body.id })).toBe(6_000);
  });
});
