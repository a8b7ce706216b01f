import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const text = readFileSync('ARCHITECTURE.md', 'utf8');
const quoted = [...text.matchAll(/`([^`\s]+)`/g)].map(([, path = '']) => path);
const linked = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => path);
/** Files and folders from the root; `repository.ts` and the like stand for a file of every feature. */
const paths = [
  ...new Set([...quoted.filter((path) => /^(src|dev|docs|test|tools)\/|\.cjs$/.test(path)), ...linked]),
];

describe('ARCHITECTURE.md', () => {
  it('names where things are', () => {
    expect(paths.length).toBeGreaterThan(15);
  });

  it.each(paths)('names a path that exists: %s', (path) => {
    expect(existsSync(path)).toBe(true);
  });

  it('fits on one screen', () => {
    expect(text.split('\n').length).toBeLessThan(40);
  });
});
