import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { runCommand } from '../../../src/cli/program.ts';
import { inRepository } from '../../support/program.ts';

const { compileSources } = (await import(inRepository('tools/compile-cli.mjs'))) as {
  compileSources: () => Promise<string>;
};

it(
  'the command line of a checkout is compiled once and behaves as its sources do',
  { timeout: 60_000 },
  async () => {
    const file = fileURLToPath(await compileSources());
    const { mtimeMs } = await stat(file);

    const { stdout } = await promisify(execFile)(process.execPath, [file, '--help']);

    expect(stdout).toBe((await runCommand(['--help'], {}, tmpdir())).out);
    await compileSources();
    expect((await stat(file)).mtimeMs).toBe(mtimeMs);
  },
);
