/** Writes the commit of a build to dist/commit: GALLEY_COMMIT if there is no git, as in the Docker image, else HEAD. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
writeFileSync(`${root}dist/commit`, process.env.GALLEY_COMMIT || commitOfCheckout());

function commitOfCheckout() {
  try {
    const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return execFileSync('git', ['rev-parse', 'HEAD'], options).trim();
  } catch {
    return '';
  }
}
