import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Starter {
  /** The value of `--starter`. */
  readonly name: string;
  /** The folder in `starters/`. */
  readonly folder: string;
  /** The file with the name of the site. */
  readonly settings: string;
  /** Packages of this repository that the site needs. */
  readonly packages: readonly SitePackage[];
  /** Where the site is served during development, unless `--origin` is given. */
  readonly origin: string;
  /** The oldest Node that the framework runs on. A site on an older Node installs its own. */
  readonly node: readonly [major: number, minor: number];
  /** Commands to run in the folder of the new site. */
  readonly commands: readonly [build: string, start: string];
}

/** A package and its folder in a checkout. */
export interface SitePackage {
  readonly name: string;
  readonly folder: string;
}

const client = { name: 'galley-client', folder: 'packages/client' };

export const starters: readonly Starter[] = [
  {
    name: 'astro',
    folder: 'astro-site',
    settings: 'site.config.mjs',
    packages: [client, { name: 'galley-astro', folder: 'packages/astro' }],
    origin: 'http://localhost:4321',
    node: [22, 12],
    commands: ['npm run build', 'npm start'],
  },
  {
    name: 'next',
    folder: 'next-site',
    settings: 'lib/site.ts',
    packages: [client, { name: 'galley-next', folder: 'packages/next' }],
    origin: 'http://localhost:3001',
    node: [20, 19],
    commands: ['npm run build', 'npm start'],
  },
];

/** The folder of this package; src/ and dist/ are both one level below. */
const packageFolder = fileURLToPath(new URL('..', import.meta.url));
/** The root of the repository, if this package runs from a checkout. */
export const checkoutFolder = join(packageFolder, '../..');
export const startersFolder = join(packageFolder, 'starters');

/** Packages of this repository all have the version of the service. */
export const packageVersion = (
  JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
).version;

export function starterFolder({ folder }: Starter): string {
  return join(startersFolder, folder);
}

/** Whether this Node is too old for the framework, so that the site needs its own. */
export function needsOwnNode({ node: [major, minor] }: Starter): boolean {
  const [ownMajor = 0, ownMinor = 0] = process.versions.node.split('.').map(Number);
  return ownMajor < major || (ownMajor === major && ownMinor < minor);
}

/** What to say before installing a site that brings its own Node; null if this Node is new enough. */
export function nodeNotice(starter: Starter): string | null {
  if (!needsOwnNode(starter)) return null;
  const needed = starter.node.join('.');
  return `The ${starter.name} starter needs Node ${needed} or newer. This is Node ${process.versions.node}, so npm installs a newer one inside the site.`;
}

/** Whether this package runs from a checkout, whose packages may be newer than those in the npm registry. */
export function isCheckout(): boolean {
  return existsSync(join(packageFolder, 'tsconfig.json'));
}
