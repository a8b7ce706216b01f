// Checks the import rules of dependency-rules.cjs in the current folder. Also checks that files were read, because
// dependency-cruiser passes without reading anything if it can't parse with the installed TypeScript.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The checker and its rules come from this repository, even if the current folder is another tree. */
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
