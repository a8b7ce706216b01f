import { describe, expect, it, vi } from 'vitest';
import { dayMs } from '../../../../src/contract/time.ts';
import { createProject } from '../../../../src/accounts/new-project/store.ts';
import { Archive } from '../../../../src/core/archive/archive.ts';
import { backupSettingsOf } from '../../../../src/core/settings/variables/backup-settings.ts';
import { storageSettingsOf } from '../../../../src/core/settings/variables/storage.ts';
import { createStorage } from '../../../../src/core/storage/storage.ts';
import { sweepThreads } from '../../../../src/dashboard/comments/orphans.ts';
import { sweepTrash, trimTrash } from '../../../../src/lifecycle/trash/expiry.ts';
import { deleteVersionsBefore } from '../../../../src/lifecycle/versions/repository.ts';
import { findDifferences } from '../../../../src/transfer/backups/compare.ts';
import { importBackup, withBackup } from '../../../../src/transfer/backups/restore.ts';
import { acting } from '../../../support/actor.ts';
import { assembly, collections } from '../../../support/assembly.ts';
import { createEntry, defineType } from '../../../support/content.ts';
import { databaseOf } from '../../../support/database.ts';
import { newAsset } from '../../../support/media.ts';
import type { TestProject } from '../../../support/service.ts';
import { newBackedUpInstallation } from '../../../support/transfer/backups.ts';
import { withHistory } from '../../../support/transfer/history-project.ts';

vi.setConfig({ testTimeout: 60_000 });

const installation = await newBackedUpInstallation();
const { app } = installation;
const rows = (name: string) => databaseOf(app.system).collection<any>(name);

/** Two entries and a file. */
async function newOriginal(): Promise<TestProject> {
  const original = await installation.newProject();
  await defineType(original, 'page', { title: 'string' });
  for (const title of ['A', 'B']) await createEntry(original, 'page', { title }, { publish: true });
  await newAsset(original.secret);
  return original;
}

/** Changes a restored project before it is compared with its backup. */
async function differencesAfter(
  change: (projectId: string) => Promise<unknown>,
  original?: TestProject,
): Promise<string[]> {
  const { id: projectId } = original ?? (await newOriginal());
  await installation.galley('backup', 'run', '--project', projectId);
  const settings = backupSettingsOf(app.config);
  if (settings === null) throw new Error('backups are off');
  const archive = new Archive(settings.store, settings.prefix);
  const storage = createStorage(storageSettingsOf(app.config));
  const { system } = app;
  const source = acting(app);
  const parts = { system, storage, archive, settings, source, collections, parts: assembly.projectParts };
  const input = { name: 'Test', privateMedia: false, copyingSince: app.clock.now(), restoreTest: 'bkp_1' };
  const { project } = await createProject(system, input, source);
  const db = system.project(project._id);
  return withBackup({ projectId, backupId: undefined }, parts, async (backup) => {
    const options = { name: 'Test', newIds: true, progress: () => undefined, staysHidden: true };
    await importBackup(backup, project, { parts, options });
    await change(project._id);
    const { folder, manifest } = backup;
    return findDifferences({ db, parts: parts.parts, storage, folder, manifest, project, missing: [] });
  });
}

describe('the comparison of a restored project with its backup', () => {
  it('finds nothing when nothing differs', async () => {
    expect(await differencesAfter(async () => undefined)).toEqual([]);
  });

  it('finds a changed value', async () => {
    const change = (project_id: string) =>
      rows('entries').updateOne({ project_id }, { $set: { 'draft.values.title': 'C' } });

    expect(await differencesAfter(change)).toEqual(['entries: restored rows differ from the backup.']);
  });

  it('finds a missing row', async () => {
    const change = (project_id: string) => rows('entries').deleteOne({ project_id });

    expect(await differencesAfter(change)).toEqual(['entries: 1 rows were restored, the backup has 2.']);
  });

  it('finds a file that is missing in the storage', async () => {
    const storage = createStorage(storageSettingsOf(app.config));
    const change = async (project_id: string) => {
      const { object } = await rows('media').findOne({ project_id });
      await storage.remove(object);
    };

    expect(await differencesAfter(change)).toEqual([
      expect.stringMatching(/^media: the file of med_\w+ has 0 bytes, the backup has 5\.$/),
    ]);
  });

  it.each(['versions', 'trash', 'comments'])('finds a missing row of %s', async (name) => {
    const { project } = await withHistory(installation);
    const change = (project_id: string) => rows(name).deleteOne({ project_id });

    expect(await differencesAfter(change, project)).toEqual([
      expect.stringMatching(new RegExp(`^${name}: \\d+ rows were restored, the backup has \\d+\\.$`)),
    ]);
  });

  it('is not disturbed by the jobs that remove old history', async () => {
    const { project } = await withHistory(installation);
    await rows('comments').updateMany({ project_id: project.id }, { $set: { item: 'ent_gone' } });
    const countHistory = () =>
      Promise.all(
        ['versions', 'trash', 'comments'].map((name) =>
          rows(name).countDocuments({ project_id: project.id }),
        ),
      );
    const later = new Date(app.clock.now().getTime() + 400 * dayMs);
    const removeOldHistory = async () => {
      await trimTrash(app.system, 1, app.clock.now());
      await sweepTrash(app.system, assembly.trashKinds, later);
      await deleteVersionsBefore(app.system, later);
      await sweepThreads(app.system);
    };

    expect(await differencesAfter(removeOldHistory, project)).toEqual([]);
    expect(await countHistory()).toEqual([0, 0, 0]);
  });
});
