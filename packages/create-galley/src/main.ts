import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyStarter, requireEmptyFolder, type Starter } from 'create-galley-site';

/** The folder of this package; src/ and dist/ are both one level below. */
const packageFolder = fileURLToPath(new URL('..', import.meta.url));
/** A checkout has the compose file and the Dockerfile at its root. The published package has copies of both. */
const isCheckout = existsSync(join(packageFolder, 'tsconfig.json'));
const filesFolder = isCheckout ? join(packageFolder, '../..') : join(packageFolder, 'dist');

/**
 * Creates a folder with a compose file, an image of the service, an environment file with new secrets and a site.
 * @throws SiteError if the folder is not empty
 */
export async function createProject(dir: string, starter: Starter): Promise<void> {
  await requireEmptyFolder(dir);
  await mkdir(dir, { recursive: true });
  const compose = await readFile(join(filesFolder, 'docker-compose.yml'), 'utf8');
  const dockerfile = await readFile(join(filesFolder, 'Dockerfile'), 'utf8');
  await writeFile(join(dir, 'docker-compose.yml'), compose);
  await writeFile(join(dir, 'Dockerfile'), await imageOfPackage(dockerfile));
  await writeFile(join(dir, '.dockerignore'), '*\n');
  await writeFile(join(dir, '.env'), environmentOf(compose), { mode: 0o600 });
  await writeFile(join(dir, '.gitignore'), '.env\n');
  await copyStarter(starter, join(dir, 'site'));
}

/** The image of the repository, with the service from the npm registry instead of from sources. */
async function imageOfPackage(dockerfile: string): Promise<string> {
  const manifest = await readFile(join(packageFolder, 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const [base] = /^FROM (?!.* AS ).*$/m.exec(dockerfile) ?? [];
  const user = dockerfile.lastIndexOf('\nUSER ');
  if (base === undefined || user < 0) throw new Error('The Dockerfile has no last stage with a user.');
  return [
    '# Galley from its npm package. To upgrade, change the version and run docker compose up -d --build.',
    base,
    'ENV NODE_ENV=production',
    'WORKDIR /app',
    `RUN npm install --no-audit --no-fund galley@${version}`,
    'WORKDIR /app/node_modules/galley',
    'RUN ln -s /app/node_modules/galley/bin/galley.js /usr/local/bin/galley',
    dockerfile.slice(user + 1),
  ].join('\n');
}

/** Every variable of the compose file: secrets with a random value, others with their default. */
function environmentOf(compose: string): string {
  const defaults = new Map(
    [...compose.matchAll(/\$\{(\w+):-([^}]*)\}/g)].map(([, name, value]) => [name, value]),
  );
  const lines = [...defaults].map(([name = '', value = '']) => {
    const isSecret = /(SECRET|SECRET_KEY|PASSWORD)$/.test(name);
    return `${name}=${isSecret ? randomBytes(32).toString('hex') : value}\n`;
  });
  return `# These are secrets: keep this file out of git, and keep a copy of APP_SECRET in a safe place.\n${lines.join('')}`;
}
