// Packs the published packages into tarballs/: the service with its command line, the client, and the packages for
// frameworks. All have one version, and only packages of the same version work together.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = `${root}tarballs`;
const packages = readdirSync(`${root}packages`)
  .map((name) => `packages/${name}`)
  .filter((folder) => existsSync(`${root}${folder}/package.json`));
const npm = (...args) => execFileSync('npm', args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
npm('run', '-s', 'build');
for (const workspace of packages)
  npm('pack', '--silent', '--workspace', workspace, '--pack-destination', folder);
npm('pack', '--silent', '--pack-destination', folder);
