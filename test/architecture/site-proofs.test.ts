import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const page = readFileSync('docs/contributing/site-proofs.md', 'utf8');
const lines = [...page.matchAll(/^\|[^|]*\| `([^`]+)`\s*\| `([^`]+)`\s*\|$/gm)].map(
  ([, file = '', title = '']) => ({ file, title }),
);
/** Where sites, pictures in sizes and agents are tested: all files of these folders, and these beside them. */
const folders = ['test/sites', 'test/images', 'test/mcp', 'test/packages', 'packages/astro', 'packages/next'];
const beside = /^(test\/cli\/(?:new|doctor-images)|dev\/test\/server\/image-service)\.test\.ts$/;
const places = ['test', 'packages/astro/test', 'packages/next/test', 'dev/test'];

describe('the page about the proofs of sites', () => {
  it.each(lines)('names a test that is there: $file, $title', ({ file, title }) => {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';

    expect(["'", '`', '\n'].some((before) => text.includes(before + title))).toBe(true);
  });

  it('has a line for each promise', () => {
    expect(lines.length).toBe(page.match(/^\| (?!What holds|-+ )/gm)?.length);
    expect(lines.length).toBeGreaterThan(80);
  });

  it('names every file of tests that are about sites, pictures in sizes and agents', () => {
    const named = new Set(lines.map(({ file }) => file));
    const files = places
      .flatMap((place) =>
        readdirSync(place, { recursive: true, encoding: 'utf8' }).map((file) => `${place}/${file}`),
      )
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => file.endsWith('.test.ts'))
      .filter((file) => beside.test(file) || folders.some((folder) => file.startsWith(`${folder}/`)));

    expect(files.filter((file) => !named.has(file))).toEqual([]);
  });
});
