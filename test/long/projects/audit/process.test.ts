import { randomUUID } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, it, vi } from 'vitest';
import type { AuditList } from '../../../../src/accounts/audit-log/schema.ts';
import type { RootRecord } from '../../../../src/projects/audit/seals/schema.ts';
import { runCommand } from '../../../../src/cli/program.ts';
import { cleanup } from '../../../support/cleanup.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { runServer } from '../../../support/program.ts';
import { startService, testVariables } from '../../../support/service.ts';

/** What a process of the service does with the log by itself. */
const MONGODB_DB = `${inject('databasePrefix')}${randomUUID().slice(0, 13)}`; // dropped at the end of the run
const service = await startService({ MONGODB_DB });

function variables(more: Record<string, string>): Record<string, string> {
  const set = Object.entries(testVariables({ MONGODB_DB, ...more }));
  return Object.fromEntries(set.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

describe('a process of the service', () => {
  it(
    'seals new rows, prints the root, and the printed lines verify the log',
    { timeout: 120_000 },
    async () => {
      const project = await service.newProject();
      const owner = await signedIn(service, project.id, 'owner');
      const meta = async () =>
        ((await owner.send('GET', `/projects/${project.id}/audit`)).body as AuditList).meta;
      expect((await meta()).sealed_until).toBeNull();
      const env = variables({ ROLE: 'worker', LOG_LEVEL: 'info', AUDIT_SEAL_SECONDS: '1' });
      const program = runServer({ env });
      cleanup(async () => {
        program.process.kill();
        await program.ended();
      });

      await vi.waitUntil(async () => (await meta()).sealed_until !== null, {
        timeout: 90_000,
        interval: 200,
      });
      const printed = () =>
        `${program.out}\n${program.err}`.split('\n').filter((line) => line.includes('audit root'));
      await vi.waitUntil(() => printed().length > 0, { timeout: 30_000, interval: 100 });

      const [line = ''] = printed();
      const told = JSON.parse(line) as { root: number; digest: string };
      const roots = databaseOf(service.app.system).collection<RootRecord>('audit_roots');
      expect((await roots.findOne({ _id: told.root }))?.digest).toBe(told.digest);
      const file = join(await mkdtemp(join(tmpdir(), 'galley-roots-')), 'service.log');
      await writeFile(file, printed().join('\n'));
      const verify = () =>
        runCommand(['audit', 'verify', '--roots', file, '--json'], variables({}), tmpdir());
      expect(JSON.parse((await verify()).out)).toEqual({ ok: true, faults: [] });

      await roots.updateOne({ _id: told.root }, { $set: { digest: 'another' } });
      const { out, exitCode } = await verify();
      expect([exitCode, out]).toEqual([1, expect.stringContaining('was altered')]);
    },
  );
});
