import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const page = readFileSync('docs/contributing/ends-and-their-tests.md', 'utf8');
const lines = [...page.matchAll(/^\|[^|]*\| `([^`]+)`\s*\| `([^`]+)`\s*\|$/gm)].map(
  ([, file = '', title = '']) => ({
    file,
    title,
  }),
);

describe('the page about ends', () => {
  it.each(lines)('names a test that is there: $file, $title', ({ file, title }) => {
    expect(existsSync(file) && readFileSync(file, 'utf8').includes(`'${title}`)).toBe(true);
  });

  it('names every file of tests that are about ends', () => {
    const named = new Set(lines.map(({ file }) => file));
    const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
      .filter((file) => /(^|\/)(desk-)?ends?(-\w+)?\.test\.ts$/.test(file))
      .map((file) => `test/${file}`)
      .filter((file) => file !== 'test/architecture/ends.test.ts');

    expect(files.filter((file) => !named.has(file))).toEqual([]);
  });
});
