import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const page = readFileSync('docs/contributing/governance-proofs.md', 'utf8');
const lines = [...page.matchAll(/^\|[^|]*\| `(test\/[^`]+)`\s*\| `((?:[^`\\]|\\`)+)`\s*\|$/gm)].map(
  ([, file = '', title = '']) => ({ file, title: title.replaceAll('\\`', '`') }),
);
/** Where governance is tested: all files of these folders, and these beside them. */
const folders = ['test/access', 'test/audit', 'test/sign-in'];
const beside = /^test\/(?:faults\/audit|e2e\/(?:governance|audit|roles|narrowing)|cli\/audit)\.test\.ts$/;

describe('the page about the proofs of governance', () => {
  it.each(lines)('names a test that is there: $file, $title', ({ file, title }) => {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';

    expect(["'", '`'].some((quote) => text.includes(quote + title))).toBe(true);
  });

  it('names every file of tests that are about governance', () => {
    const named = new Set(lines.map(({ file }) => file));
    const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
      .map((file) => `test/${file.replaceAll('\\', '/')}`)
      .filter((file) => file.endsWith('.test.ts'))
      .filter((file) => beside.test(file) || folders.some((folder) => file.startsWith(`${folder}/`)));

    expect(lines.length).toBeGreaterThan(80);
    expect(files.filter((file) => !named.has(file))).toEqual([]);
  });
});
