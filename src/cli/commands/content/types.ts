import { writeFile } from 'node:fs/promises';
import { describeAsTypes } from '../../../introspection/index.ts';
import type { CommandGroup, CommandOutcome, CommandRun } from '../../command.ts';
import { projectNamed } from '../../support/installation.ts';
import { commandError } from '../../support/command-error.ts';
import { fetchTypes } from '../../support/schema/remote-types.ts';

interface TypesOptions {
  project?: string;
  url?: string;
  key?: string;
  out: string;
  release?: string;
}

export const typesCommand: CommandGroup = (program, run) => {
  program
    .command('types')
    .description("write TypeScript types of a project's content types")
    .option('--project <project>', "the project's id or name; needs the database")
    .option('--url <url>', 'instead of --project: the URL of the service; needs only a key, no database')
    .option('--key <key>', 'a key of the project, with --url; default: GALLEY_KEY of the environment')
    .requiredOption('--out <file>', 'a TypeScript file; an existing file is replaced')
    .option('--release <id>', 'a release other than the default one')
    .action(
      run.action<TypesOptions>(({ options }) => {
        const { project, url, key } = options;
        if (url !== undefined && project !== undefined) throw missingSource('--project');
        if (url !== undefined) return fromService({ ...options, url }, run);
        if (key !== undefined) throw commandError('--key goes with --url.', { param: '--url' });
        if (project === undefined) throw missingSource('--project');
        return fromDatabase({ ...options, project }, run);
      }),
    );
};

function missingSource(param: string): Error {
  return commandError('Name the project: --project P, or --url URL with --key KEY.', { param });
}

async function fromDatabase(
  { project, out, release }: TypesOptions & { project: string },
  run: CommandRun,
): Promise<CommandOutcome> {
  const installation = await run.installation();
  const { _id: id } = await projectNamed(installation, project);
  const context = await installation.contexts().release(id, release);
  await write(out, await describeAsTypes(context));
  return {
    json: { file: out, project: id, release: context.release.id },
    text: `Wrote the types of release "${context.release.name}" to ${out}.`,
  };
}

async function fromService(
  { url, key: keyOption, out, release }: TypesOptions & { url: string },
  run: CommandRun,
): Promise<CommandOutcome> {
  const key = keyOption ?? run.environment['GALLEY_KEY'];
  if (key === undefined || key === '') {
    throw commandError('A key of the project is needed: --key KEY, or GALLEY_KEY in the environment.', {
      param: '--key',
    });
  }
  await write(out, await fetchTypes(url, key, release));
  return { json: { file: out, url }, text: `Wrote the types that ${url} serves to ${out}.` };
}

async function write(file: string, types: string | readonly string[]): Promise<void> {
  await writeFile(file, types).catch((error: Error) => {
    throw commandError(`${file} cannot be written: ${error.message}.`, { param: '--out' });
  });
}
