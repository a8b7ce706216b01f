import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { apiError } from '../../contract/errors/api-error.ts';
import { serviceVersion } from '../../core/util/index.ts';
import { npm } from './npm.ts';
import {
  bringsOwnNode,
  folderOf,
  isCheckout,
  ownFolder,
  type SitePackage,
  type Starter,
} from './starters.ts';

/** What npm leaves out of a tarball or reads by itself has another name in the starter. */
const renamed = { _gitignore: '.gitignore', '_env.example': '.env.example' };

/** What trying a starter in a checkout leaves behind. */
const leftBehind = ['node_modules', 'dist', '.astro', '.next', '.env', 'package-lock.json'];

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies?: Record<string, string>;
  [key: string]: unknown;
}

/** @throws invalid_field_value (dir) unless the folder is absent or empty */
export async function refuseUsedFolder(dir: string): Promise<void> {
  const found = await readdir(dir).catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === 'ENOENT') return [];
    throw wrongFolder(dir, fault.code === 'ENOTDIR' ? 'it is a file' : fault.message);
  });
  if (found.length > 0) throw wrongFolder(dir, `it holds ${found[0]} already; name one that is new or empty`);
  if (`${resolve(dir)}${sep}`.startsWith(`${join(ownFolder, 'starters')}${sep}`))
    throw wrongFolder(dir, 'it lies in the folder that starters are copied from');
}

function wrongFolder(dir: string, why: string): Error {
  return apiError(
    'invalid_field_value',
    { name: 'dir', why: `${dir} cannot be used: ${why}` },
    { param: 'dir' },
  );
}

/** Copies a starter with what it depends on. From a checkout it takes the packages as they stand there. */
export async function copyStarter(starter: Starter, dir: string): Promise<void> {
  const from = folderOf(starter);
  await mkdir(dir, { recursive: true });
  await cp(from, dir, {
    recursive: true,
    filter: (source) => !leftBehind.some((name) => source === join(from, name)),
  });
  for (const [packed, own] of Object.entries(renamed))
    await rename(join(dir, packed), join(dir, own)).catch(absentOnly);
  const file = join(dir, 'package.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Manifest;
  const versions = isCheckout() ? await packed(starter.packages, dir) : published(starter.packages);
  const made: Manifest = {
    ...manifest,
    name: nameOf(dir),
    dependencies: { ...manifest.dependencies, ...versions },
    // npm puts the programs of a site before those of the machine, so its commands run on this one.
    ...(bringsOwnNode(starter) && {
      devDependencies: { ...manifest.devDependencies, node: `^${starter.node.join('.')}.0` },
    }),
  };
  await writeFile(file, `${JSON.stringify(made, null, 2)}\n`);
}

/** Takes back what `copyStarter` made; the folder itself stays when it was there. */
export async function emptyFolder(dir: string): Promise<void> {
  for (const name of await readdir(dir).catch(() => []))
    await rm(join(dir, name), { recursive: true, force: true });
}

async function packed(packages: readonly SitePackage[], dir: string): Promise<Record<string, string>> {
  const vendor = join(resolve(dir), 'vendor');
  await mkdir(vendor);
  const workspaces = packages.flatMap(({ folder }) => ['--workspace', folder]);
  const areBuilt = (await Promise.all(packages.map(isBuilt))).every(Boolean);
  const scripts = areBuilt ? ['--ignore-scripts'] : []; // else npm compiles each before it packs it
  await npm(['pack', '--silent', ...scripts, ...workspaces, '--pack-destination', vendor], ownFolder);
  return Object.fromEntries(packages.map(({ name }) => [name, `file:vendor/${name}-${serviceVersion}.tgz`]));
}

/** Whether nothing of a package is newer than what it was compiled to. */
async function isBuilt({ folder }: SitePackage): Promise<boolean> {
  const built = await newest(join(ownFolder, folder, 'dist'));
  return built > 0 && built >= (await newest(join(ownFolder, folder, 'src')));
}

/** When the newest file of a folder was written, in milliseconds; 0 where there is none. */
async function newest(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const times = names.map(async (name) => (await stat(join(folder, name))).mtimeMs);
  return Math.max(0, ...(await Promise.all(times)));
}

function published(packages: readonly SitePackage[]): Record<string, string> {
  return Object.fromEntries(packages.map(({ name }) => [name, serviceVersion]));
}

/** The folder's name as npm takes names. */
function nameOf(dir: string): string {
  const name = resolve(dir).split(sep).at(-1) ?? '';
  return (
    name
      .toLowerCase()
      .replace(/[^a-z0-9-]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'my-site'
  );
}

function absentOnly(fault: NodeJS.ErrnoException): void {
  if (fault.code !== 'ENOENT') throw fault;
}
