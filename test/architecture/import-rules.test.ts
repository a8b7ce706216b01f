import { readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, describe, expect, it } from 'vitest';
import { type Edge, planted } from './planted/edges.ts';
import { checkImports, plantTree, reportedPath } from './planted/tree.ts';

interface Rules {
  forbidden: { name: string; from: { pathNot?: string | string[] } }[];
}

const { forbidden } = createRequire(import.meta.url)('../../dependency-rules.cjs') as Rules;
const cases = Object.entries(planted);
const root = plantTree(cases.flatMap(([, { breaches, permitted }]) => [...breaches, ...permitted]));
const check = checkImports(root);
afterAll(() => {
  rmSync(root, { recursive: true });
});

/** The rules that report an import of the planted tree. */
function rulesAgainst({ from, to }: Edge): string[] {
  const found = check.violations.filter((line) => line.endsWith(`: ${from} -> ${reportedPath(to)}`));
  return found.map((line) => line.slice(0, line.indexOf(':')));
}

describe('the import rules', () => {
  it('each have a planted breach and a permitted neighbour', () => {
    expect(Object.keys(planted)).toEqual(forbidden.map(({ name }) => name));
    for (const [, { breaches, permitted }] of cases) {
      expect(Math.min(breaches.length, permitted.length)).toBeGreaterThan(0);
    }
  });

  it.each(cases)('report what breaks them, and leave its neighbour alone: %s', (rule, edges) => {
    for (const edge of edges.breaches) expect([edge, rulesAgainst(edge)]).toEqual([edge, [rule]]);
    for (const edge of edges.permitted) expect([edge, rulesAgainst(edge)]).toEqual([edge, []]);
  });

  it('fail the check, which reports nothing else', () => {
    const breaches = cases.flatMap(([, each]) => each.breaches);

    expect(check.status).toBe(1);
    expect(check.violations).toHaveLength(breaches.length);
    expect(check.output).toContain(`${breaches.length} violations`);
  });

  it.each(['all-projects-for-a-reason', 'beyond-grants-for-a-reason'])(
    'name only files that exist: %s',
    (asked) => {
      const rule = forbidden.find(({ name }) => name === asked);
      const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((name) => `src/${name}`);
      const patterns = [rule?.from.pathNot ?? []].flat();

      expect(patterns.length).toBeGreaterThan(5);
      expect(patterns.filter((pattern) => !files.some((file) => new RegExp(pattern).test(file)))).toEqual([]);
    },
  );
});
