// Checks the import rules of dependency-rules.cjs, and that the checker really read the tree:
// a TypeScript that dependency-cruiser cannot parse makes it pass on nothing. The tree is that of the current folder.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The checker and its rules are those of the repository, wherever the tree is. */
const own = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const packages = existsSync('packages')
  ? readdirSync('packages')
      .map((name) => `packages/${name}/src`)
      .filter(existsSync)
  : [];
const roots = ['src', 'dashboard/src', 'dev', ...packages];
const sources = roots
  .flatMap((root) => readdirSync(root, { recursive: true }))
  .filter((name) => /(?<!\.d)\.tsx?$/.test(String(name)));
const run = spawnSync(
  process.execPath,
  [
    own('node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
    ...roots,
    '--config',
    own('dependency-rules.cjs'),
    '--output-type',
    'json',
  ],
  { encoding: 'utf8', maxBuffer: 1 << 28 },
);
if (!run.stdout) throw new Error(`dependency-cruiser said nothing: ${run.stderr}`);
const { modules, summary } = JSON.parse(run.stdout);
const read = modules.filter(({ source }) =>
  roots.some((root) => source.startsWith(`${root}/`) && /\.tsx?$/.test(source)),
).length;

for (const { rule, from, to } of summary.violations) console.error(`${rule.name}: ${from} -> ${to}`);
if (read < sources.length) {
  console.error(`Only ${read} of ${sources.length} source files were read; the import rules prove nothing.`);
  process.exit(1);
}
console.log(`imports: ${read} files, ${summary.violations.length} violations`);
process.exit(summary.violations.length > 0 ? 1 : 0);
