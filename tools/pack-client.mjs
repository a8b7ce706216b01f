// Packs the client of this version into a tarball in dist/client/, from where the service serves it, with the script of
// the live preview beside it.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'dist/client');
const staged = join(root, `dist/.client-${process.pid}`);

mkdirSync(staged, { recursive: true });
try {
  execFileSync('npm', ['pack', '--workspace', 'galley-client', '--silent', '--pack-destination', staged], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  copyFileSync(join(root, 'packages/client/dist/preview/script.js'), join(staged, 'preview.js'));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const name of readdirSync(staged)) renameSync(join(staged, name), join(folder, name));
} finally {
  rmSync(staged, { recursive: true, force: true });
}
