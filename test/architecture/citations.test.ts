import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const folders = [
  'src',
  'client/src',
  'client/test',
  'dashboard/src',
  'dashboard/test',
  'dev',
  'test',
  'tools',
  'bench',
];
const self = 'test/architecture/citations.test.ts';
const sources = folders
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .filter((path) => /\.(ts|tsx|mjs|css)$/.test(path) && !path.includes('node_modules') && path !== self)
  .map((path) => ({ path, text: oneLine(readFileSync(path, 'utf8')) }));

const anchors = readdirSync('docs/specification')
  .filter((name) => name.endsWith('.md'))
  .flatMap((name) => [...readFileSync(`docs/specification/${name}`, 'utf8').matchAll(/<a id="([^"]+)">/g)])
  .map(([, id = '']) => id);

/** A citation may be broken over two lines of a comment. */
function oneLine(text: string): string {
  return text.replace(/\n\s*(?:\*|\/\/) /g, ' ');
}

interface Citation {
  path: string;
  anchor: string;
}

/** `(specification: rate-budgets, errors)`; what follows a semicolon is a remark. */
function citationsIn(path: string, text: string): Citation[] {
  return [...text.matchAll(/\(specification: ([^();]+)/g)].flatMap(([, anchors = '']) =>
    anchors.split(', ').map((anchor) => ({ path, anchor })),
  );
}

/** Sections of documents that are not in the repository. */
function foreignIn(text: string): string[] {
  const sections = /\b(?:contract|spec|design|style)(?:-[a-z]+)?(?:\.md)?,? (?:sections? [\d.]+|"[A-Z])/g;
  return text.match(sections) ?? [];
}

const citations = sources.flatMap(({ path, text }) => citationsIn(path, text));

describe('a citation of the specification', () => {
  it('is found in the source', () => {
    expect(citations.length).toBeGreaterThan(200);
  });

  it('leads to an anchor of docs/specification', () => {
    const lost = citations.filter(({ anchor }) => !anchors.includes(anchor));
    expect(lost).toEqual([]);
  });

  it('leads to one place only', () => {
    expect(anchors).toEqual([...new Set(anchors)]);
  });

  it('names no document that is not in the repository', () => {
    const foreign = sources.flatMap(({ path, text }) => foreignIn(text).map((cited) => `${path}: ${cited}`));
    expect(foreign).toEqual([]);
  });

  it.each([
    ['(contract, section 6)', 1],
    ['(spec, "Limits"; contract-governance, section 4.2)', 2],
    ['(design section 3)', 1],
    ['(specification: limits)', 0],
  ])('is recognised where it leads nowhere: %s', (text, found) => {
    expect(foreignIn(text)).toHaveLength(found);
  });

  it('is followed over the end of a line', () => {
    const text = oneLine('/**\n * Pages (specification:\n * paging, no-such-anchor; and more).\n */');
    expect(citationsIn('x.ts', text).map(({ anchor }) => anchor)).toEqual(['paging', 'no-such-anchor']);
  });
});
