// Runs the tests of image sizes with thumbor from PyPI in its own virtual environment. Without python3 and venv, it
// prints a notice and exits with 0.
// Usage: node tools/test-images.mjs [FILES]
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = `${root}node_modules/.cache/thumbor`;

function run(command, args) {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status ?? 1;
}

const isInstalled =
  run('python3', ['-m', 'venv', folder]) === 0 &&
  run(`${folder}/bin/pip`, ['install', '-q', '--disable-pip-version-check', 'thumbor==7.8.0']) === 0;
if (!isInstalled) console.log('thumbor could not be installed here; its tests are skipped.');
const files = process.argv.slice(2);
process.exitCode = run('npx', [
  'vitest',
  'run',
  ...(files.length > 0 ? files : ['test/service/content/images']),
]);
