import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { runCommand } from '../../src/embedded/mongod/command.ts';

const script = join(import.meta.dirname, '../../tools/closing-line.mjs');
const good = { status: 'passed', assertionResults: [{ status: 'passed' }] };
const failed = { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] };
const broken = { status: 'failed', assertionResults: [] };

function report(passed: number, failures: number, ...testResults: unknown[]): string {
  return JSON.stringify({ numPassedTests: passed, numFailedTests: failures, testResults });
}

describe('the closing line of a CI run', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'galley-test-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each([
    { of: 'a good run', text: report(7, 0, good), steps: 0, code: 0, line: '7 passed, 0 failed' },
    { of: 'a failed test', text: report(6, 1, good, failed), steps: 0, code: 1, line: '6 passed, 1 failed' },
    {
      of: 'a file that does not load',
      text: report(6, 0, good, broken),
      steps: 0,
      code: 1,
      line: '6 passed, 1 failed',
    },
    {
      of: 'an error outside of tests',
      text: report(7, 0, good),
      steps: 0,
      code: 1,
      line: '7 passed, 1 failed',
    },
    {
      of: 'a failed check and build',
      text: report(7, 0, good),
      steps: 2,
      code: 0,
      line: '7 passed, 2 failed',
    },
    { of: 'tests that never ran', text: '', steps: 0, code: 1, line: '0 passed, 1 failed' },
  ])('counts $of', async ({ text, steps, code, line }) => {
    const file = join(folder, 'report.json');
    await writeFile(file, text);

    expect(await runCommand(process.execPath, [script, `${steps}`, file, `${code}`])).toBe(`${line}\n`);
  });

  it('adds up the runs, and names what needed a second try in any of them', async () => {
    const again = { status: 'passed', fullName: 'slow thing', failureMessages: ['timed out'] };
    const runs = [
      report(7, 0, { status: 'passed', assertionResults: [again] }),
      report(2, 1, failed),
      '',
      report(1, 0, good),
    ];
    const pairs: string[] = [];
    for (const [i, text] of runs.entries()) {
      const file = join(folder, `run-${i}`);
      await writeFile(file, text);
      pairs.push(file, i === 3 ? '0' : '1');
    }
    pairs[1] = '0';

    expect(await runCommand(process.execPath, [script, '1', ...pairs])).toBe(
      'needed a second try: slow thing\n10 passed, 3 failed\n',
    );
  });
});
