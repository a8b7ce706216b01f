import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { runCommand } from '../../../embedded/mongod/command.ts';
import { writeLauncher } from '../../../embedded/mongod/launcher.ts';

/** Replaces Wine with a program that prints its arguments, one per line. */
const echo = { wine: '/usr/bin/printf', exe: '%s\\n' };
const ending = ['--setParameter', 'diagnosticDataCollectionEnabled=false'];

describe('the launcher of the Windows build', () => {
  let folder: string;
  let launcher: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "galley test's "));
    launcher = await writeLauncher({ ...echo, cacheFolder: folder });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each([
    { given: ['--port', '27017'], passed: ['--port', '27017'] },
    { given: ['--dbpath', '/data/db'], passed: ['--dbpath', 'Z:\\data\\db'] },
    { given: ['--dbpath=/data/a b'], passed: ['--dbpath', 'Z:\\data\\a b'] },
    {
      given: ['--logpath', '/a', '--keyFile', '/b', '--quiet'],
      passed: ['--logpath', 'Z:\\a', '--keyFile', 'Z:\\b', '--quiet'],
    },
    { given: ['--replSet', '/rs', ''], passed: ['--replSet', '/rs', ''] },
    { given: ['--dbpath', 'data'], passed: ['--dbpath', `Z:${process.cwd().replaceAll('/', '\\')}\\data`] },
  ])('passes $given on as $passed', async ({ given, passed }) => {
    const printed = await runCommand(launcher, given);

    expect(printed.split('\n').slice(0, -1)).toEqual([...passed, ...ending]);
  });

  it('answers its version without starting Wine', async () => {
    expect(await runCommand(launcher, ['--version'])).toBe('db version v7.0.15\n');
  });

  it('fails when an option has no path', async () => {
    await expect(runCommand(launcher, ['--dbpath'])).rejects.toThrow('--dbpath needs a path');
  });
});
