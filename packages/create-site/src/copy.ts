import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { npm, SiteError } from './npm.ts';
import {
  checkoutFolder,
  isCheckout,
  needsOwnNode,
  packageVersion,
  type SitePackage,
  type Starter,
  starterFolder,
  startersFolder,
} from './starters.ts';

/** npm omits these files from tarballs or reads them, so they have other names in a starter. */
const renamedFiles = { _gitignore: '.gitignore', '_env.example': '.env.example' };

/** What remains in a starter of a checkout after you ran it there. */
const omittedFiles = ['node_modules', 'dist', '.astro', '.next', '.env', 'package-lock.json'];

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies?: Record<string, string>;
  [key: string]: unknown;
}

/** @throws SiteError unless the folder is absent or empty */
export async function requireEmptyFolder(dir: string): Promise<void> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw unusableFolder(dir, error.code === 'ENOTDIR' ? 'it is a file' : error.message);
  });
  if (names.length > 0)
    throw unusableFolder(dir, `it already contains ${names[0]}. Choose a new or empty folder`);
  if (`${resolve(dir)}${sep}`.startsWith(`${startersFolder}${sep}`))
    throw unusableFolder(dir, 'it is inside the folder of the starter templates. Choose another folder');
}

function unusableFolder(dir: string, why: string): SiteError {
  return new SiteError(`${dir} cannot be used: ${why}`, 'dir');
}

/** Copies a starter. From a checkout, its Galley packages are packed into the site. */
export async function copyStarter(starter: Starter, dir: string): Promise<void> {
  const from = starterFolder(starter);
  await mkdir(dir, { recursive: true });
  await cp(from, dir, {
    recursive: true,
    filter: (source) => !omittedFiles.some((name) => source === join(from, name)),
  });
  for (const [name, siteName] of Object.entries(renamedFiles))
    await rename(join(dir, name), join(dir, siteName)).catch(ignoreAbsent);
  const file = join(dir, 'package.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Manifest;
  const versions = isCheckout()
    ? await packPackages(starter.packages, dir)
    : publishedVersions(starter.packages);
  const siteManifest: Manifest = {
    ...manifest,
    name: packageName(dir),
    dependencies: { ...manifest.dependencies, ...versions },
    // npm puts the site's programs first in the PATH, so the site's commands run on this Node.
    ...(needsOwnNode(starter) && {
      devDependencies: { ...manifest.devDependencies, node: `^${starter.node.join('.')}.0` },
    }),
  };
  await writeFile(file, `${JSON.stringify(siteManifest, null, 2)}\n`);
}

/** Writes the name of the site where its pages read it. */
export async function nameSite({ settings }: Starter, dir: string, name: string): Promise<void> {
  const file = join(dir, settings);
  const text = await readFile(file, 'utf8');
  await writeFile(
    file,
    text.replace("name: 'My site'", () => `name: ${JSON.stringify(name)}`),
  );
}

/** Undoes `copyStarter`, except for the folder itself. */
export async function emptyFolder(dir: string): Promise<void> {
  for (const name of await readdir(dir).catch(() => []))
    await rm(join(dir, name), { recursive: true, force: true });
}

async function packPackages(packages: readonly SitePackage[], dir: string): Promise<Record<string, string>> {
  const vendor = join(resolve(dir), 'vendor');
  await mkdir(vendor);
  const workspaces = packages.flatMap(({ folder }) => ['--workspace', folder]);
  const areBuilt = (await Promise.all(packages.map(isBuilt))).every(Boolean);
  const scripts = areBuilt ? ['--ignore-scripts'] : []; // else npm compiles each package first
  await npm(['pack', '--silent', ...scripts, ...workspaces, '--pack-destination', vendor], checkoutFolder);
  return Object.fromEntries(packages.map(({ name }) => [name, `file:vendor/${name}-${packageVersion}.tgz`]));
}

/** Whether the compiled files of a package are newer than its source. */
async function isBuilt({ folder }: SitePackage): Promise<boolean> {
  const builtMs = await newest(join(checkoutFolder, folder, 'dist'));
  return builtMs > 0 && builtMs >= (await newest(join(checkoutFolder, folder, 'src')));
}

/** The time of the newest file of a folder, in milliseconds; 0 without files. */
async function newest(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const times = names.map(async (name) => (await stat(join(folder, name))).mtimeMs);
  return Math.max(0, ...(await Promise.all(times)));
}

function publishedVersions(packages: readonly SitePackage[]): Record<string, string> {
  return Object.fromEntries(packages.map(({ name }) => [name, packageVersion]));
}

/** A package name made from the folder's name. */
function packageName(dir: string): string {
  const name = resolve(dir).split(sep).at(-1) ?? '';
  return (
    name
      .toLowerCase()
      .replace(/[^a-z0-9-]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'my-site'
  );
}

function ignoreAbsent(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
