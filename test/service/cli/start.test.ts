import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cleanup } from '../../support/cleanup.ts';

it('npm start before npm run build says what to run', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'galley-start-'));
  cleanup(() => rm(folder, { recursive: true }));
  await cp('bin/start.js', join(folder, 'bin/start.mjs'));

  const { status, stderr } = spawnSync(process.execPath, ['bin/start.mjs'], {
    cwd: folder,
    encoding: 'utf8',
  });

  expect([status, stderr]).toEqual([1, 'Run npm run build first.\n']);
});
