import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import type { Edge } from './edges.ts';

/** Writes a tree laid out like the repository, with a file or a package at both ends of each import. */
export function plantTree(edges: readonly Edge[]): string {
  const root = mkdtempSync(join(tmpdir(), 'planted-'));
  const statements = new Map<string, string[]>();
  for (const edge of edges) {
    statements.set(edge.from, [...(statements.get(edge.from) ?? []), importOf(edge)]);
    if (isFile(edge.to)) statements.set(edge.to, statements.get(edge.to) ?? []);
    else plantPackage(root, edge.to);
  }
  for (const [path, lines] of statements) {
    write(join(root, path), [...lines, 'export const planted = true;', ''].join('\n'));
  }
  copyFileSync('tsconfig.json', join(root, 'tsconfig.json'));
  return root;
}

/** What `npm run check:imports` says in that tree: each violation as the lines of its output, and its exit code. */
export function checkImports(root: string): { violations: string[]; status: number | null; output: string } {
  const run = spawnSync(process.execPath, [join(process.cwd(), 'tools/check-imports.mjs')], {
    cwd: root,
    encoding: 'utf8',
  });
  return {
    violations: run.stderr.split('\n').filter((line) => line.includes(' -> ')),
    status: run.status,
    output: run.stdout + run.stderr,
  };
}

/** The path under which the checker reports a package or a file. */
export function reportedPath(to: string): string {
  return isFile(to) ? to : `node_modules/${to}/index.js`;
}

function isFile(path: string): boolean {
  return /\.tsx?$/.test(path);
}

function importOf({ from, to, typesOnly }: Edge): string {
  const specifier = isFile(to) ? posix.relative(posix.dirname(from), to) : to;
  const words = typesOnly === true ? 'import type' : 'import';
  return `${words} { planted as _ } from '${/^[^.]/.test(specifier) && isFile(to) ? `./${specifier}` : specifier}';`;
}

function plantPackage(root: string, name: string): void {
  const folder = join(root, 'node_modules', name);
  write(join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
  write(join(folder, 'index.js'), 'exports.planted = true;\n');
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
