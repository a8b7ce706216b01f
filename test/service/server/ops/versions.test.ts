import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BSON } from 'mongodb';
import { describe, expect, it, vi } from 'vitest';
import { runCommand } from '../../../../src/cli/program.ts';
import {
  type DatabaseDeclaration,
  ensureCollections,
  setUpDatabase,
} from '../../../../src/core/mongo/schema/set-up.ts';
import type { AnyCollection } from '../../../../src/core/mongo/scope/collection.ts';
import { serviceVersion } from '../../../../src/core/util/service-version.ts';
import { inRepository, run } from '../../../support/program.ts';
import { startOwnService, startService } from '../../../support/service.ts';
import { collections } from '../../../support/assembly.ts';
import { databaseOf } from '../../../support/database.ts';
import recorded from './previous-release.json' with { type: 'json' };

const previousRelease = BSON.EJSON.deserialize(recorded) as { collections: AnyCollection[] };
const service = await startOwnService();
const db = databaseOf(service.app.system);
const mark = () => db.collection<{ _id: string }>('schema_versions').findOne({ _id: 'schema' });

/** The whole text of the error with which an older build exits. */
function upgradedBy(build: string): string {
  return `This database was upgraded by Galley ${build}. Start ${build} or newer, or restore the backup from before the upgrade.`;
}

describe('the version that runs', () => {
  it('is told by galley --version, /healthz and the metrics', async () => {
    const { out, exitCode } = await runCommand(['--version'], {}, tmpdir());
    expect([out.trim(), exitCode]).toEqual([serviceVersion, 0]);

    expect(await (await fetch(`${service.url}/healthz`)).json()).toEqual({
      status: 'ok',
      version: serviceVersion,
      commit: null, // the sources have none
    });
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    const { node } = process.versions;
    expect(metrics).toContain(
      `galley_build_info{version="${serviceVersion}",commit="unknown",node="${node}"} 1`,
    );
  });
});

describe('the commit of a build', () => {
  it('is written by the build, from GALLEY_COMMIT where there is no git', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'galley-build-'));
    for (const name of ['tools', 'dist/core/util']) await mkdir(join(folder, name), { recursive: true });
    await copyFile(inRepository('tools/write-commit.mjs'), join(folder, 'tools/write-commit.mjs'));
    await copyFile(
      inRepository('src/core/util/service-version.ts'),
      join(folder, 'dist/core/util/service-version.ts'),
    );
    await writeFile(join(folder, 'package.json'), '{ "version": "9.9.9", "type": "module" }');
    const commitAfter = async (env: Record<string, string>) => {
      expect(await run(process.execPath, ['tools/write-commit.mjs'], { env, cwd: folder }).ended()).toBe(0);
      const script =
        "import('./dist/core/util/service-version.ts').then((m) => console.log(m.serviceCommit))";
      const tsx = ['--import', import.meta.resolve('tsx'), '--eval', script];
      const program = run(process.execPath, tsx, { env: {}, cwd: folder });
      await program.ended();
      return program.out.trim();
    };

    expect(await commitAfter({ GALLEY_COMMIT: 'abc123' })).toBe('abc123');
    expect(await commitAfter({ GIT_CEILING_DIRECTORIES: tmpdir() })).toBe('null');
    await rm(folder, { recursive: true, force: true });
  });
});

describe('an index that a newer version replaced', () => {
  it('serves the version before for an hour, and goes with the first start after that', async () => {
    const notes = db.collection('notes_of_two_versions');
    await notes.createIndex({ project_id: 1, title: 1 }, { name: 'by_title' });
    const indexes = [{ key: { project_id: 1, title: 1, id: 1 }, name: 'by_title_and_id' }];
    const own = {
      name: notes.collectionName,
      scope: 'project' as const,
      indexes,
      replacedIndexes: ['by_title'],
    };
    const migrations = [{ number: 500, name: 'nothing', reads: [], run: () => Promise.resolve() }];
    const declared = { build: '0.3.0', collections: [own], migrations };
    const start = () => setUpDatabase(service.app.system, declared, () => undefined);
    const names = async () => (await notes.indexes()).map(({ name }) => name);
    const before = await mark();

    await start();
    await start();
    expect(await names()).toEqual(['_id_', 'by_title', 'by_title_and_id']);

    const hourAgo = { replaced_until: new Date(Date.now() - 1) };
    await db.collection<{ _id: string }>('schema_versions').updateOne({ _id: 'schema' }, { $set: hourAgo });
    await start();
    await start();

    expect(await names()).toEqual(['_id_', 'by_title_and_id']);
    if (before !== null)
      await db.collection<{ _id: string }>('schema_versions').replaceOne({ _id: 'schema' }, before);
  });
});

describe('indexes for which there is no room beside those that they replace', () => {
  it('are made in place of the last of these, and the others stay for the hour', async () => {
    const rows = db.collection('full_of_indexes');
    const old = Array.from({ length: 40 }, (_, i) => ({ key: { [`f${i}`]: 1 as const }, name: `old_${i}` }));
    await rows.createIndexes(old);
    const own = {
      name: rows.collectionName,
      scope: 'system' as const,
      indexes: Array.from({ length: 25 }, (_, i) => ({ key: { [`g${i}`]: 1 }, name: `new_${i}` })),
      replacedIndexes: old.map(({ name }) => name),
    };

    await ensureCollections(service.app.system, [own]);
    await ensureCollections(service.app.system, [own]);

    const names = (await rows.indexes()).map(({ name }) => name);
    expect(names).toHaveLength(64);
    expect(names.filter((name) => name?.startsWith('old_'))).toEqual(
      old.slice(0, 38).map(({ name }) => name),
    );
  });
});

describe('the mark of the newest build in a database', () => {
  const run = vi.fn(() => Promise.resolve());
  const newer: DatabaseDeclaration = {
    build: '0.20.0',
    collections,
    migrations: [{ number: 900, name: 'anything', oldestBuild: '0.10.0', reads: [], run }],
  };
  const build = (version: string): DatabaseDeclaration => ({ build: version, collections, migrations: [] });
  const setUp = async (declared: DatabaseDeclaration) => {
    const warnings: string[] = [];
    await setUpDatabase(service.app.system, declared, (message) => warnings.push(message));
    return warnings;
  };

  it('says which builds may still read it: an older one warns and leaves the mark, one below the bound refuses', async () => {
    expect(await mark()).toMatchObject({ build: serviceVersion, oldest_build: '0.0.0' });

    expect(await setUp(newer)).toEqual([]);
    expect(run).toHaveBeenCalledTimes(1);
    const marked = { build: '0.20.0', oldest_build: '0.10.0', migrated: 900 };
    expect(await mark()).toMatchObject(marked);

    const [warning] = await setUp(build('0.10.0'));
    expect(warning).toContain('by Galley 0.20.0 (migration 900); this is 0.10.0');
    expect(await mark()).toMatchObject(marked);

    await expect(setUp(build('0.9.9'))).rejects.toThrow(upgradedBy('0.20.0'));
    expect(await mark()).toMatchObject(marked);

    expect(await setUp(newer)).toEqual([]);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('is refused by name when the service starts below the bound', async () => {
    const database = `t_${randomUUID().slice(0, 13)}`;
    const first = await startService({ MONGODB_DB: database });
    const rows = databaseOf(first.app.system).collection<{ _id: string }>('schema_versions');
    await rows.updateOne({ _id: 'schema' }, { $set: { build: '99.0.0', oldest_build: '99.0.0' } });

    await expect(startService({ MONGODB_DB: database })).rejects.toThrow(upgradedBy('99.0.0'));

    await databaseOf(first.app.system).dropDatabase();
  });
});

describe('a database that was upgraded', () => {
  const rows = db.collection('entries_of_two_builds');
  const indexes = (prefix: string) =>
    Array.from({ length: 63 }, (_, i) => ({
      key: { [`${prefix}${i}`]: 1 as const },
      name: `${prefix}_${i}`,
    }));
  const own = (prefix: string) => ({
    name: rows.collectionName,
    scope: 'system' as const,
    indexes: indexes(prefix),
  });
  const newest = { number: 901, name: 'anything', reads: [], run: () => Promise.resolve() };
  const migrations = [newest];
  const newer = { build: '0.30.0', collections: [own('new')], migrations };

  it.each([
    ['an older version', { build: '0.29.9', migrations }],
    ['an older migration of the same version', { build: '0.30.0', migrations: [] }],
  ])('lets a build of %s start with a warning and without its indexes', async (_which, build) => {
    await setUpDatabase(service.app.system, newer, () => undefined);
    const warnings: string[] = [];
    const older = { ...build, collections: [own('old')] };

    await setUpDatabase(service.app.system, older, (message) => warnings.push(message));

    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('was upgraded by Galley 0.30.0 (migration 901)');
    expect(await rows.indexes()).toHaveLength(64);
    expect(await mark()).toMatchObject({ build: '0.30.0', migrated: 901 });
  });

  it('has room for the indexes of the previous release beside its own', async () => {
    const fresh = await startOwnService();
    const { system } = fresh.app;

    await ensureCollections(system, previousRelease.collections);

    for (const { name, indexes: previous } of previousRelease.collections) {
      const current = collections.find((each) => each.name === name)?.indexes ?? [];
      const keys = new Set([...previous, ...current].map(({ key }) => JSON.stringify(key)));
      expect(keys.size + 1, name).toBeLessThanOrEqual(64);
      expect((await databaseOf(system).collection(name).indexes()).length, name).toBe(keys.size + 1);
    }
  });
});
