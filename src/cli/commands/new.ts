import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  copyStarter,
  emptyFolder,
  nameSite,
  needsOwnNode,
  nodeNotice,
  npm,
  requireEmptyFolder,
  SiteError,
  type Starter,
  starterFolder,
  starters,
} from 'create-galley-site';
import { apiError } from '../../contract/errors/api-error.ts';
import { checkOrigin } from '../../accounts/index.ts';
import type { CommandGroup, CommandOutcome, CommandRun } from '../command.ts';
import { projectNamed } from '../support/installation.ts';
import { connectSite, type Connection, siteName } from '../support/connect-site.ts';
import { freeOrigin } from '../support/free-origin.ts';
import { commandError } from '../support/command-error.ts';

interface SiteOptions {
  starter: string;
  dir: string;
  project?: string;
  origin?: string;
  install: boolean;
}

const names = starters.map(({ name }) => name).join(', ');

export const newCommands: CommandGroup = (program, run) => {
  program
    .command('new')
    .description('make something to begin with')
    .command('site')
    .description('create a site from a starter, connected to a project if --project is set')
    .requiredOption('--starter <name>', `the starter: ${names}`)
    .requiredOption('--dir <folder>', 'folder of the site, new or empty')
    .option('--project <project>', "the project's id or name; keys, a purge target and preview are set up")
    .option('--origin <origin>', 'origin of the site, for example https://www.example.com')
    .option('--no-install', 'skip `npm install`')
    .action(run.action<SiteOptions>(({ options }) => newSite(run, options)));
};

async function newSite(run: CommandRun, options: SiteOptions): Promise<CommandOutcome> {
  try {
    return await createSite(run, options);
  } catch (error) {
    throw error instanceof SiteError ? toApiError(error) : error;
  }
}

function toApiError({ message, option }: SiteError): Error {
  if (option === null) return commandError(message);
  return apiError('invalid_field_value', { name: option, why: message }, { param: option });
}

async function createSite(run: CommandRun, options: SiteOptions): Promise<CommandOutcome> {
  const starter = starterNamed(options.starter);
  checkStarterExists(starter);
  const dir = resolve(run.folder, options.dir);
  const origin = originOf(options.origin ?? (await freeOrigin(starter.origin)));
  await requireEmptyFolder(dir);
  const connection = await copyAndConnect(run, starter, { dir, origin, project: options.project });
  if (options.install) {
    const notice = nodeNotice(starter);
    if (notice !== null) process.stderr.write(`${notice}\n`);
    await npm(installArguments(starter), dir);
  }
  return outcomeOf(
    { starter, dir, origin, dirOption: options.dir, isInstalled: options.install },
    connection,
  );
}

/** npm runs on this machine's Node and would warn about each package that requires the site's own. */
function installArguments(starter: Starter): string[] {
  return ['install', '--no-audit', '--no-fund', ...(needsOwnNode(starter) ? ['--loglevel=error'] : [])];
}

/** Finds the project first, and removes the copy if the project can't be connected. */
async function copyAndConnect(
  run: CommandRun,
  starter: Starter,
  { dir, origin, project }: { dir: string; origin: string; project: string | undefined },
): Promise<Connection | null> {
  const installation = project === undefined ? null : await run.installation();
  const record = installation && project !== undefined ? await projectNamed(installation, project) : null;
  try {
    await copyStarter(starter, dir);
    if (installation === null || record === null) return null;
    await nameSite(starter, dir, await siteName(installation, record));
    const isUsualPort = origin === starter.origin;
    return await connectSite(installation, record, { dir, origin, isUsualPort });
  } catch (error) {
    await emptyFolder(dir);
    throw error;
  }
}

/** An installation can lack the starters. @throws invalid_parameter */
export function checkStarterExists(starter: Starter): void {
  if (existsSync(starterFolder(starter))) return;
  throw commandError(
    'The starters are not part of this installation. Run galley new site from a checkout of Galley, with the MONGODB_URI of this installation.',
    { param: '--starter' },
  );
}

function starterNamed(name: string): Starter {
  const starter = starters.find((one) => one.name === name);
  if (starter !== undefined) return starter;
  throw apiError(
    'invalid_field_value',
    { name: 'starter', why: `it is one of ${names}` },
    { param: 'starter' },
  );
}

/** Normalizes an origin, because browsers send it in lower case. */
function originOf(text: string): string {
  try {
    checkOrigin(text);
    return new URL(text).origin;
  } catch {
    const why = `"${text}" is no origin; write it as https://www.example.com, with the port if there is one`;
    throw apiError('invalid_field_value', { name: 'origin', why }, { param: 'origin' });
  }
}

interface SiteResult {
  starter: Starter;
  dir: string;
  origin: string;
  dirOption: string;
  isInstalled: boolean;
}

function outcomeOf(
  { starter, dir, origin, dirOption, isInstalled }: SiteResult,
  connection: Connection | null,
): CommandOutcome {
  const commands = [...(isInstalled ? [] : ['npm install']), ...starter.commands];
  const env =
    connection === null
      ? 'Copy .env.example to .env and fill it in, or use --project.'
      : `It reads project ${connection.project} with its own keys, stored in .env.`;
  const preview =
    connection === null || connection.isPreviewed
      ? []
      : [`The preview URL of the project is still ${connection.preview_url}. Change it under Settings.`];
  const next = [`cd ${dirOption}`, ...commands].map((line) => `  ${line}`);
  return {
    json: {
      site: { dir, starter: starter.name, installed: isInstalled },
      ...(connection && {
        project: connection.project,
        target: connection.target,
        preview_url: connection.preview_url,
      }),
      next: commands,
    },
    text: [`Created a site in ${dir}. ${env}`, ...preview, 'Next:', ...next, `Then open ${origin}.`].join(
      '\n',
    ),
  };
}
