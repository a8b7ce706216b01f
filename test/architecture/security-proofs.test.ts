import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const page = readFileSync('docs/contributing/security-proofs.md', 'utf8');
const rows = [...page.matchAll(/^\| (\w+) +\|[^|]*\| `([^`]+)`\s*\| `([^`]+)`\s*\|$/gm)].map(
  ([, nr = '', file = '', title = '']) => ({ nr, file, title }),
);
const numbered = (letter: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${letter}${i + 1}`);
/** What the inspection of a7f433f found: by attack, by reading the code, by tests of the specification. */
const findings = Object.entries({ C: 5, H: 7, M: 6, L: 12, A: 10, F: 14 }).flatMap(([letter, count]) =>
  numbered(letter, count),
);

describe('the page about faults of security', () => {
  it.each(rows)('names a test that is there: $nr, $file, $title', ({ file, title }) => {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';

    expect(["'", '`', '\n'].some((before) => text.includes(before + title))).toBe(true);
  });

  it('has a row for each finding, and reads each of its rows', () => {
    const known = new Set(rows.map(({ nr }) => nr));

    expect(findings.filter((nr) => !known.has(nr))).toEqual([]);
    expect(rows.length).toBe(page.match(/^\| (?!nr |-+ )/gm)?.length);
  });

  it('names every file of hostile tests', () => {
    const named = new Set(rows.map(({ file }) => file));
    const files = readdirSync('test/hostile')
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => `test/hostile/${file}`);

    expect(files.filter((file) => !named.has(file))).toEqual([]);
  });
});
