import type { Command } from 'commander';
import { type CdnProfile, type CdnSettings, givenUp } from '../../../contract/events/cdn.ts';
import { changeSettings, readSettings } from '../../../dashboard/index.ts';
import type { CommandOutcome, CommandRun } from '../../command.ts';
import { projectNamed } from '../../support/installation.ts';

interface CdnOptions {
  project: string;
  profile?: string;
  maxAge?: string;
  stale?: string;
}

/** Adds the command that changes and shows CDN mode. */
export function addCdnCommand(project: Command, run: CommandRun): void {
  project
    .command('cdn')
    .description('set how shared caches store reads of publishable keys; without options, show the setting')
    .requiredOption('--project <project>', "the project's id or name")
    .option(
      '--profile <profile>',
      'CDN mode: off, keyed (caches that respect Vary) or edge (one host for each project)',
    )
    .option('--max-age <seconds>', 'seconds to store a response if no purge arrives, 60 to 86400')
    .option('--stale <seconds>', 'additional seconds to serve it while a new one is fetched, 0 to 600')
    .action(
      run.action<CdnOptions>(async ({ options }) => {
        const installation = await run.installation();
        const { _id: id, name } = await projectNamed(installation, options.project);
        const context = await installation.contexts().project(id);
        const changes = changesOf(options);
        const isRead = Object.keys(changes).length === 0;
        const { cdn } = isRead
          ? await readSettings(context)
          : await changeSettings(context, { cdn: changes });
        return outcomeOf(name, cdn);
      }),
    );
}

function outcomeOf(name: string, cdn: CdnSettings): CommandOutcome {
  const { profile, max_age_seconds: maxAge, stale_seconds: stale } = cdn;
  if (profile === 'off') return { json: { cdn }, text: `CDN mode of project "${name}" is off.` };
  const summary = `CDN mode of project "${name}" is on: ${profile}, ${maxAge} s at most, ${stale} s stale.`;
  return {
    json: { cdn },
    text: [summary, 'Disadvantages:', ...givenUp.map((line) => `- ${line}`)].join('\n'),
  };
}

function changesOf({ profile, maxAge, stale }: CdnOptions): Partial<CdnSettings> {
  return {
    ...(profile === undefined ? {} : { profile: profile as CdnProfile }), // `changeSettings` rejects other values
    ...(maxAge === undefined ? {} : { max_age_seconds: secondsOf(maxAge) }),
    ...(stale === undefined ? {} : { stale_seconds: secondsOf(stale) }),
  };
}

/** Parses a whole number. NaN is rejected as out of bounds. */
function secondsOf(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}
