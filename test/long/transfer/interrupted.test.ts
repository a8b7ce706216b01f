import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { defineType, publishEntry } from '../../support/content.ts';
import { multiplyEntry } from '../../support/many-entries.ts';
import { type Program, runSource } from '../../support/program.ts';
import { everyRow } from '../../support/transfer/every-answer.ts';
import { type Installation, newFolder, newInstallation } from '../../support/transfer/installations.ts';
import { databaseOf } from '../../support/database.ts';

vi.setConfig({ testTimeout: 180_000 }); // processes start slowly on a busy machine

const from = await newInstallation();
const to = await newInstallation();
const started: Program[] = [];
afterAll(() => {
  for (const { process } of started) process.kill('SIGKILL');
});

/** Runs a command in a process of its own and kills it as soon as `isMidway` says so. */
async function killed(
  { variables }: Installation,
  args: string[],
  isMidway: () => Promise<boolean>,
): Promise<void> {
  const program = runSource('src/cli/main.ts', { env: variables as Record<string, string>, args });
  started.push(program);
  while (!(await isMidway())) {
    if (program.process.exitCode !== null) throw new Error(`ended too early: ${program.out}${program.err}`);
    await wait(5);
  }
  program.process.kill('SIGKILL');
  expect(await program.ended()).toBe('SIGKILL');
}

describe('an export and an import that are killed in the middle', () => {
  it('are run again, and end as if nothing had happened', async () => {
    const original = await from.newProject();
    await defineType(original, 'page', { title: 'string' });
    await multiplyEntry(from.app, await publishEntry(original, 'page', { title: 'A' }), 8_000);
    const folder = join(await newFolder(), 'backup');
    const copy = await to.newProject();
    const has = (file: string) =>
      readFile(join(folder, file)).then(
        ({ length }) => length > 0,
        () => false,
      );
    const exporting = ['export', '--project', original.id, '--out', folder];
    const importing = ['import', '--project', copy.id, '--from', folder];
    const stored = () =>
      databaseOf(to.app.system).collection('entries').countDocuments({ project_id: copy.id });

    await killed(from, exporting, () => has('entries.ndjson.partial'));
    expect((await to.galley(...importing)).body.error.message).toContain('was not finished');
    expect((await from.galley(...exporting)).body.rows).toMatchObject({ entries: 8_001, releases: 1 });
    await killed(to, importing, async () => (await stored()) > 0);
    expect(await stored()).toBeLessThan(8_001);
    expect((await copy.secret.get('/v1/releases')).body.data).toContainEqual(
      expect.objectContaining({ id: copy.releaseId, default: true }),
    );
    const finished = await to.galley(...importing);

    expect(finished).toMatchObject({ exitCode: 0, body: { rows: { entries: 8_001 } } });
    expect(await everyRow(to.app, copy)).toEqual(await everyRow(from.app, original));
    expect((await copy.secret.get('/v1/releases')).body).toEqual(
      (await original.secret.get('/v1/releases')).body,
    );
    expect((await to.galley(...importing)).body.error.message).toContain('not empty');
  });
});
