import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { runCommand } from '../../../dev/embedded/mongod/command.ts';

const tools = join(import.meta.dirname, '../../../tools');
const passing = { status: 'passed', failureMessages: [] };
const good = { name: 'good.test.ts', status: 'passed', assertionResults: [passing, passing] };
const failed = {
  name: 'failed.test.ts',
  status: 'failed',
  assertionResults: [
    passing,
    { status: 'failed', fullName: 'sum', failureMessages: ['1 is not 2\n    at sum.ts'] },
  ],
};
const broken = { name: 'broken.test.ts', status: 'failed', assertionResults: [] };
const slow = { status: 'passed', fullName: 'slow thing', failureMessages: ['timed out'] };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Writes a report of vitest; null is one of tests that never ran. */
async function report(name: string, files: readonly unknown[] | null): Promise<string> {
  const file = join(folder, `${name}.json`);
  await writeFile(file, files === null ? '' : JSON.stringify({ testResults: files }));
  return file;
}

const closingLine = (...args: string[]) =>
  runCommand(process.execPath, [join(tools, 'closing-line.mjs'), ...args]);

describe('the closing line of a CI run', () => {
  it.each([
    { of: 'a good run', files: [good], steps: '0', code: '0', line: '2 passed, 0 failed' },
    {
      of: 'a failed test',
      files: [good, failed],
      steps: '0',
      code: '1',
      line: 'failed: sum\n3 passed, 1 failed',
    },
    {
      of: 'a file that does not load',
      files: [good, broken],
      steps: '0',
      code: '1',
      line: 'failed outside of its tests: broken.test.ts\n2 passed, 1 failed',
    },
    { of: 'an error outside of tests', files: [good], steps: '0', code: '1', line: '2 passed, 1 failed' },
    { of: 'a failed check and build', files: [good], steps: '2', code: '0', line: '2 passed, 2 failed' },
    { of: 'tests that never ran', files: null, steps: '0', code: '1', line: '0 passed, 1 failed' },
  ])('counts $of', async ({ files, steps, code, line }) => {
    const first = await report('first', files);
    const second = await report('second', null);

    expect(await closingLine(steps, first, second, code)).toBe(`${line}\n`);
  });

  it('adds up the suites, and names what needed a second try in any of them', async () => {
    const none = await report('none', null);
    const one = await report('one', [{ ...good, assertionResults: [slow] }]);
    const two = await report('two', [failed]);

    expect(await closingLine('1', one, none, '0', two, none, '1', one, none, '0')).toBe(
      [
        'finding: needed a second try: slow thing',
        'failed: sum',
        'finding: needed a second try: slow thing',
        '3 passed, 2 failed\n',
      ].join('\n'),
    );
  });

  it('counts the second run of a file instead of its first, and names the file and what failed in it', async () => {
    const first = await report('before', [good, failed, broken]);
    const second = await report('again', [{ ...failed, status: 'passed', assertionResults: [slow] }, broken]);

    expect(await closingLine('0', first, second, '1')).toBe(
      [
        'finding: run a second time: failed.test.ts',
        '  sum: 1 is not 2',
        'finding: run a second time: broken.test.ts',
        'finding: needed a second try: slow thing',
        'failed outside of its tests: broken.test.ts',
        '3 passed, 1 failed\n',
      ].join('\n'),
    );
  });
});

describe('the files that CI runs a second time', () => {
  it('are those that failed', async () => {
    const file = await report('mixed', [good, failed, broken]);

    expect(await runCommand(process.execPath, [join(tools, 'failed-files.mjs'), file])).toBe(
      'failed.test.ts\nbroken.test.ts\n',
    );
  });
});
