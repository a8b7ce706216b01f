import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { refusal } from '../support/refusal.ts';
import { join } from 'node:path';

/** A site to begin with: its folder below starters/, and what it is made with. */
export interface Starter {
  /** What `--starter` takes. */
  readonly name: string;
  readonly folder: string;
  /** Packages of this repository that the site needs, each after those that it needs itself. */
  readonly packages: readonly SitePackage[];
  /** Where the site is served while it is developed and tried, unless `--origin` says otherwise. */
  readonly origin: string;
  /** The oldest Node on which the framework runs; with an older one the site brings its own along. */
  readonly node: readonly [major: number, minor: number];
  /** Typed after the site is there, in its folder. */
  readonly commands: readonly [build: string, start: string];
}

/** A package of this repository, and where it lies in it. */
export interface SitePackage {
  readonly name: string;
  readonly folder: string;
}

const client = { name: 'galley-client', folder: 'client' };

/** Every starter; a new one is a line here and a folder below starters/. */
export const starters: readonly Starter[] = [
  {
    name: 'astro',
    folder: 'astro-site',
    packages: [client, { name: 'galley-astro', folder: 'packages/astro' }],
    origin: 'http://localhost:4321',
    node: [22, 12],
    commands: ['npm run build', 'npm start'],
  },
  {
    name: 'next',
    folder: 'next-site',
    packages: [client, { name: 'galley-next', folder: 'packages/next' }],
    origin: 'http://localhost:3001',
    node: [20, 19],
    commands: ['npm run build', 'npm start'],
  },
];

/** The folder that holds starters/; three levels up from src/ and dist/ alike. */
export const ownFolder = fileURLToPath(new URL('../../..', import.meta.url));

export function folderOf({ folder }: Starter): string {
  return join(ownFolder, 'starters', folder);
}

/** Whether this Node is too old for the framework, so that the site gets one of its own. */
export function bringsOwnNode({ node: [major, minor] }: Starter): boolean {
  const [ownMajor = 0, ownMinor = 0] = process.versions.node.split('.').map(Number);
  return ownMajor < major || (ownMajor === major && ownMinor < minor);
}

/** The container image has no starters. @throws invalid_parameter when they are missing in this installation */
export function checkStarterExists(starter: Starter): void {
  if (existsSync(folderOf(starter))) return;
  throw refusal(
    'The starters are not part of this installation. Run galley new site from a checkout of Galley, with the MONGODB_URI of this installation.',
    { param: '--starter' },
  );
}

/** Whether this runs from a checkout, whose packages may be newer than what npm's registry has. */
export function isCheckout(): boolean {
  return existsSync(join(ownFolder, 'client', 'tsconfig.json'));
}
