import { generateX25519Identity } from 'age-encryption';
import { tmpdir } from 'node:os';
import { describe, expect, it, vi } from 'vitest';
import { runCommand } from '../../src/cli/program.ts';
import { createEntry, defineType } from '../support/content.ts';
import { databaseOf } from '../support/database.ts';
import { newAsset, storeVariables } from '../support/media.ts';
import { runSource } from '../support/program.ts';
import { type TestProject, testVariables } from '../support/service.ts';
import { openTestStore } from '../support/test-store.ts';
import { backupVariables, bucketOf } from '../support/transfer/backups.ts';
import { cleanup } from '../support/cleanup.ts';
import { newScene } from './support/scene.ts';

const kills = Number(process.env['BACKUP_KILLS'] ?? 5);
vi.setConfig({ testTimeout: 500_000 + kills * 60_000 });
const patience = { timeout: 120_000, interval: 20 };
const [files, backedUp] = [await openTestStore(), await openTestStore()];
cleanup(() => Promise.all([files.stop(), backedUp.stop()]));
const bucket = bucketOf(backedUp.client, backedUp.settings.privateBucket);
const settings = {
  ...(storeVariables(files.settings) as Record<string, string>),
  ...backupVariables(backedUp.settings),
};
const scene = await newScene(settings);
const { app } = scene.service;
const rows = (name: string) => databaseOf(app.system).collection<any>(name);
const variables = testVariables({ ...settings, MONGODB_DB: app.config.MONGODB_DB });

async function galley(...args: string[]): Promise<{ exitCode: number; body: any }> {
  const { out, exitCode } = await runCommand([...args, '--json'], variables, tmpdir());
  return { exitCode, body: JSON.parse(out) };
}

async function newSite(): Promise<TestProject> {
  const project = await scene.service.newProject();
  await defineType(project, 'page', { title: 'string' });
  for (const title of ['A', 'B']) await createEntry(project, 'page', { title }, { publish: true });
  for (let i = 0; i < 3; i += 1) await newAsset(project.secret);
  return project;
}

const keysOf = async ({ id }: TestProject) =>
  (await bucket.keys()).filter((key) => key.startsWith(`galley-backups/${id}/`));

/** The lease of a killed process would end by itself within 30 seconds. */
const endLeases = () => rows('leases').updateMany({ _id: /^backup/ }, { $set: { until: new Date(0) } });

/** Checks that the bucket has the listed backups, their files and nothing else. */
async function expectTidy(project: TestProject, count: number): Promise<void> {
  const { body } = await galley('backup', 'list', '--project', project.id);
  const ids = (body.backups as { id: string }[]).map(({ id }) => id);
  expect(ids).toHaveLength(count);
  const keys = await keysOf(project);
  const folders = new Set(keys.map((key) => key.split('/')[2]));
  expect([...folders].toSorted()).toEqual([...ids, 'files'].toSorted());
  expect(keys.filter((key) => key.includes('/files/'))).toHaveLength(3);
  const { body: tested } = await galley('backup', 'test', '--project', project.id);
  expect(tested).toMatchObject({ backup: ids[0], passed: true });
  expect(await rows('projects').countDocuments({ restore_test: { $exists: true } })).toBe(0);
}

describe('a backup whose process is killed', () => {
  it(`is invisible and ends like one run when it is repeated, at ${kills} moments`, async () => {
    const project = await newSite();
    await galley('backup', 'run', '--project', project.id);
    const total = (await keysOf(project)).length;

    for (let kill = 0; kill < kills; kill += 1) {
      for (const key of await keysOf(project)) await bucket.remove(key);
      const env = variables as Record<string, string>;
      const args = ['backup', 'run', '--project', project.id];
      const program = runSource('src/cli/main.ts', { env, args });
      const objects = 1 + Math.floor((kill * total) / kills);
      const isReached = async () =>
        program.process.exitCode !== null || (await keysOf(project)).length >= objects;
      await vi.waitUntil(isReached, patience);
      program.process.kill('SIGKILL');
      await program.ended();
      await endLeases();
      const { body: list } = await galley('backup', 'list', '--project', project.id);
      const wasComplete = (await keysOf(project)).some((key) => key.endsWith('galley.json'));
      expect(list.backups).toHaveLength(wasComplete ? 1 : 0);

      const { exitCode } = await galley('backup', 'run', '--project', project.id);

      expect(exitCode).toBe(0);
      await expectTidy(project, wasComplete ? 2 : 1);
    }
  }, 600_000);
});

describe('the daily backup', () => {
  // An interval that does not begin anew while the test runs.
  const daily = { ...settings, BACKUP_INTERVAL_SECONDS: '1000000000', LEASE_SECONDS: '3' };
  const stateOf = ({ id }: TestProject) => rows('backups').findOne({ project_id: id });
  const auditOf = ({ id }: TestProject) =>
    rows('audit').countDocuments({ project_id: id, action: 'backup.created' });

  it('is created once by two processes, and a test of its restore follows', async () => {
    await rows('backups').deleteMany({});
    const project = await newSite();
    const encrypted = { ...daily, BACKUP_AGE_IDENTITY: await generateX25519Identity() };
    const processes = await Promise.all([scene.start(encrypted), scene.start(encrypted)]);

    await vi.waitUntil(async () => (await stateOf(project)) !== null, patience);
    const isTested = () => rows('backups').countDocuments({ test: 'passed' });
    await vi.waitUntil(async () => (await isTested()) === 1, patience);
    // Both look again every two seconds. A second look has begun when the first process has run the job twice.
    const job = async () => (await rows('jobs').findOne({ 'data.job': 'backups.run' }))?.lastFinishedAt;
    const before = await job();
    await vi.waitUntil(async () => String(await job()) !== String(before), patience);

    expect((await stateOf(project)).backups).toMatchObject([{ encrypted: true }]);
    expect(await auditOf(project)).toBe(1);
    expect(await isTested()).toBe(1);
    const metrics = await (await fetch(`${processes[0].url}/metrics`)).text();
    expect(metrics).toMatch(/^galley_backup_failures_total 0$/m);
    expect(Number(/^galley_backup_age_seconds (\S+)$/m.exec(metrics)?.[1])).toBeLessThan(600);
    for (const one of processes) await one.kill();
  }, 600_000);

  it('is continued by another process when one is killed, also in the middle of a test', async () => {
    await rows('backups').deleteMany({});
    for (const key of await bucket.keys()) await bucket.remove(key);
    const project = await newSite();
    const first = await scene.start(daily);
    await vi.waitUntil(async () => (await bucket.keys()).length > 0, patience);
    await first.kill();
    const second = await scene.start(daily);
    const hidden = () => rows('projects').countDocuments({ restore_test: { $exists: true } });
    await vi.waitUntil(async () => (await hidden()) > 0, patience);
    await second.kill();
    const wasTested = await rows('backups').countDocuments({ test: 'passed' });

    const third = await scene.start(daily);
    if (wasTested === 0)
      await vi.waitUntil(
        async () => (await rows('backups').countDocuments({ test: 'passed' })) === 1,
        patience,
      );
    await third.kill();
    await endLeases();

    await expectTidy(project, 1);
    expect(await auditOf(project)).toBe(1);
  }, 600_000);
});
