import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cleanup } from '../../../support/cleanup.ts';
import { databaseOf } from '../../../support/database.ts';
import { expectDone } from '../../../support/content.ts';
import { inRepository, run } from '../../../support/program.ts';
import { startOwnService, testVariables } from '../../../support/service.ts';
import { ApiClient } from '../../../support/client.ts';

/** The last build before migrations 4 and later and before the indexes of today. */
const previousBuild = 'da197e586adb4518167d11c6270dfe7491bf0f42';

/** Whether this checkout has the history that contains the previous build; a shallow clone does not. */
function hasHistory(): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', previousBuild], { cwd: inRepository('.'), stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

it.skipIf(!hasHistory())(
  'the previous build starts on an upgraded database, and serves what this one wrote',
  { timeout: 180_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'galley-previous-'));
    cleanup(() => rm(folder, { recursive: true, force: true }));
    const archive = execFileSync('git', ['archive', previousBuild, 'src', 'package.json', 'tsconfig.json'], {
      cwd: inRepository('.'),
      maxBuffer: 1 << 28,
    });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    await symlink(inRepository('node_modules'), join(folder, 'node_modules'));
    const service = await startOwnService();
    const project = await service.newProject();
    const fields = [{ key: 'title', label: 'Title', type: 'string', options: { unique: true } }];
    const type = { name: 'Note', kind: 'collection', fields };
    expectDone(await project.secret.put('/v1/schema/content-types/note', type));
    const write = { values: { title: 'Written by this build' }, publish: true };
    const entry = expectDone(await project.secret.post('/v1/content/note/entries', write));

    const port = String(randomInt(20_000, 32_000));
    const variables = testVariables({
      MONGODB_DB: databaseOf(service.app.system).databaseName,
      PORT: port,
      LOG_LEVEL: 'info',
    });
    const previous = run(process.execPath, ['--import', import.meta.resolve('tsx'), 'src/main.ts'], {
      cwd: folder,
      env: variables as Record<string, string>,
    });
    cleanup(async () => {
      previous.process.kill();
      await previous.ended();
    });
    const isReady = async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.status;
    await expect.poll(isReady, { timeout: 60_000 }).toBe(200);
    const client = new ApiClient(`http://127.0.0.1:${port}`, project.secret.token);

    expect(expectDone(await client.get(`/v1/content/note/${String(entry['id'])}`))).toMatchObject({
      values: { title: 'Written by this build' },
    });
    const second = { values: { title: 'Written by the previous build' } };
    expectDone(await client.post('/v1/content/note/entries', second));
    expect(previous.process.exitCode).toBeNull();
  },
);
