import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/cli/support/checks/finding.ts';
import { runCommand } from '../../../src/cli/program.ts';
import type { UpgradePlan } from '../../../src/core/mongo/index.ts';
import { serviceVersion } from '../../../src/core/util/index.ts';
import { databaseOf } from '../../support/database.ts';
import { startService, type TestService, testVariables } from '../../support/service.ts';

const newVariables = () => testVariables({ MONGODB_DB: `t_${randomUUID().slice(0, 13)}` });

const galley = (line: string, variables: ReturnType<typeof testVariables>) =>
  runCommand(line.split(' '), variables, tmpdir());

const schemaRows = ({ app }: TestService) =>
  databaseOf(app.system).collection<{ _id: string; migrated: number; build: string }>('schema_versions');

describe('galley migrate', () => {
  it('prints what it would create in an empty database with --check, and creates nothing', async () => {
    const variables = newVariables();

    const first = await galley('migrate --check --json', variables);
    const second = await galley('migrate --check', variables);

    expect(first.exitCode).toBe(1);
    const plan = JSON.parse(first.out) as UpgradePlan;
    expect(plan).toMatchObject({ checked: true, from: null, to: serviceVersion, seconds: 0 });
    expect(plan.missing).toContain('entries');
    expect(plan.migrations.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(second.exitCode).toBe(1);
    expect(second.out).toContain('Migration 2, fold texts again: reads about 0 documents.');
  });

  it('makes the changes, after which --check finds none', async () => {
    const variables = newVariables();

    const migration = await galley('migrate', variables);
    const checked = await galley('migrate --check', variables);

    expect([migration.exitCode, migration.out.split('\n').at(-2)]).toEqual([0, 'Done.']);
    expect(checked).toEqual({
      out: `Galley ${serviceVersion}: the database is up to date.\n`,
      err: '',
      exitCode: 0,
    });
  });

  it('names the missing index and the migration of an older database with its documents', async () => {
    const variables = newVariables();
    const service = await startService(variables);
    const project = await service.newProject();
    for (const name of ['Ada', 'Ben', 'Cleo']) await project.secret.post('/v1/authors', { name });
    await schemaRows(service).updateOne({ _id: 'schema' }, { $set: { migrated: 1, build: '0.0.1' } });
    await databaseOf(service.app.system).collection('content_types').dropIndex('unsettled');

    const { out, exitCode } = await galley('migrate --check --json', variables);
    const doctor = await galley('doctor --before-upgrade --json', variables);
    const migration = await galley('migrate --json', variables);
    const again = await galley('migrate --check', variables);

    expect(exitCode).toBe(1);
    const plan = JSON.parse(out);
    expect(plan).toMatchObject({ from: '0.0.1', missing: ['content_types {is_settled}'], seconds: 1 });
    expect(plan.migrations[0]).toEqual({ number: 2, name: 'fold texts again', documents: 3 });
    const { checks } = JSON.parse(doctor.out) as { checks: Finding[] };
    const finding = checks.find(({ name }) => name === 'upgrade');
    expect(finding).toMatchObject({ ok: true, fix: expect.stringContaining('Make a backup') });
    expect(finding?.why).toContain(`Galley 0.0.1 to ${serviceVersion}: the database needs changes.`);
    expect(JSON.parse(migration.out)).toMatchObject({ checked: false, migrations: plan.migrations });
    expect(again.exitCode).toBe(0);
  });

  it('is described by doctor after it created missing indexes with --fix-indexes', async () => {
    const variables = newVariables();
    const service = await startService(variables);
    await databaseOf(service.app.system).collection('content_types').dropIndex('unsettled');

    const { out } = await galley('doctor --before-upgrade --fix-indexes --json', variables);

    const { checks } = JSON.parse(out) as { checks: Finding[] };
    const findings = checks.filter(({ name }) => name === 'indexes' || name === 'upgrade');
    expect(findings.map(({ name, ok }) => [name, ok])).toEqual([
      ['indexes', true],
      ['upgrade', true],
    ]);
    expect(findings.at(-1)?.why).toContain('the database is up to date');
  });

  it('changes nothing in a database that a newer version upgraded, and says so', async () => {
    const variables = newVariables();
    const service = await startService(variables);
    await schemaRows(service).updateOne({ _id: 'schema' }, { $set: { migrated: 99, build: '99.0.0' } });
    await databaseOf(service.app.system).collection('content_types').dropIndex('unsettled');

    const checked = await galley('migrate --check', variables);
    const migration = await galley('migrate --json', variables);

    expect([checked.exitCode, migration.exitCode]).toEqual([0, 0]);
    expect(checked.out).toContain('This database was upgraded by Galley 99.0.0 (migration 99)');
    expect(JSON.parse(migration.out)).toMatchObject({ missing: [], migrations: [], from: '99.0.0' });
    const indexes = await databaseOf(service.app.system).collection('content_types').indexes();
    expect(indexes.map(({ name }) => name)).not.toContain('unsettled');
  });

  it('exits with 2 when it cannot connect', async () => {
    const uri = 'mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=200';

    const { exitCode, err } = await galley('migrate --check', { ...newVariables(), MONGODB_URI: uri });

    expect(exitCode).toBe(2);
    expect(err).not.toBe('');
  });
});
