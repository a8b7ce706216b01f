import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const architecture = 'ARCHITECTURE.md';
const tenChanges = 'docs/contributing/ten-changes.md';
const pages = [architecture, 'CONTRIBUTING.md', tenChanges].map((page) => ({
  page,
  text: readFileSync(page, 'utf8'),
}));
const textOf = (wanted: string) => pages.find(({ page }) => page === wanted)?.text ?? '';

const fromRoot = /^(src|client|dashboard|dev|docs|test|tools)\/|^[A-Z]+\.md$|\.cjs$/;

/** Files and folders from the root; `repository.ts` and the like stand for a file of every feature. */
function pathsIn(page: string, text: string): string[] {
  const quoted = [...text.matchAll(/(new )?`([^`\s]+)`/g)]
    .filter(([, isNew]) => isNew === undefined)
    .map(([, , path = '']) => path)
    .filter((path) => fromRoot.test(path) && !/[<{*]/.test(path));
  const linked = [...text.matchAll(/\]\(([^)#]+)[^)]*\)/g)]
    .map(([, path = '']) => path)
    .filter((path) => !path.startsWith('https:'));
  return [...new Set([...quoted, ...linked.map((path) => join(dirname(page), path))])];
}

const paths = pages.flatMap(({ page, text }) => pathsIn(page, text).map((path) => ({ page, path })));

/** The sections of the ten changes: each with the number that it states and the files that it lists. */
const changes = textOf(tenChanges)
  .split(/^## /m)
  .slice(1)
  .map((text) => ({
    title: text.slice(0, text.indexOf('\n')),
    stated: Number(/^(\d+) files?\b/m.exec(text)?.[1]),
    files: [...text.matchAll(/^- (?:new )?`([^`]+)`: /gm)].map(([, path = '']) => path),
    added: [...text.matchAll(/^- new `([^`]+)`/gm)].map(([, path = '']) => path),
  }));

describe('the pages for maintainers', () => {
  it.each(pages)('name where things are: $page', ({ page, text }) => {
    expect(pathsIn(page, text).length).toBeGreaterThan(15);
  });

  it.each(paths)('name a path that exists: $page, $path', ({ path }) => {
    expect(existsSync(path)).toBe(true);
  });
});

describe('ARCHITECTURE.md', () => {
  it('fits on one screen', () => {
    expect(textOf(architecture).split('\n').length).toBeLessThan(40);
  });
});

describe('the ten changes', () => {
  it('are ten, and a limit of a project', () => {
    expect(changes).toHaveLength(11);
  });

  it.each(changes)('list each file once, and as many as they state: $title', ({ stated, files }) => {
    expect(files).toHaveLength(stated);
    expect(new Set(files).size).toBe(stated);
  });

  it('touch at most six files each, for the eight that only extend what exists', () => {
    const wide = changes.slice(0, 8).filter(({ stated }) => stated > 6);

    expect(wide.map(({ title }) => title)).toEqual([]);
  });

  it('call a file new only while it is', () => {
    expect(changes.flatMap(({ added }) => added).filter((path) => existsSync(path))).toEqual([]);
  });
});
