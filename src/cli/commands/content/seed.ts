import { apiError } from '../../../contract/errors/api-error.ts';
import { loadSeeds, type SeedPart, seedParts } from '../../../seeds/index.ts';
import type { CommandGroup } from '../../command.ts';
import { projectNamed } from '../../support/installation.ts';
import { progressBar } from '../../support/terminal/progress-bar.ts';

export const seedCommand: CommandGroup = (program, run) => {
  program
    .command('seed')
    .description('load demo content; existing content stays as it is')
    .requiredOption('--project <project>', "the project's id or name")
    .argument('<part>', seedParts.join(', '))
    .action(
      run.action<{ project: string }>(async ({ options, args }) => {
        const part = readPart(args[0] ?? '');
        const installation = await run.installation();
        const { _id: id, name } = await projectNamed(installation, options.project);
        const systemContexts = installation.contexts();
        const contexts = {
          project: () => systemContexts.project(id),
          release: () => systemContexts.release(id),
        };
        const counts = await loadSeeds(contexts, part, {
          progress: progressBar(process.stderr),
        });
        return {
          json: { project: id, part, ...counts },
          text: `${name} has the demo content: ${counts.loaded} loaded, ${counts.skipped} there already.`,
        };
      }),
    );
};

function readPart(text: string): SeedPart {
  const part = seedParts.find((one) => one === text);
  if (part !== undefined) return part;
  throw apiError(
    'invalid_parameter',
    { name: 'part', why: `is one of ${seedParts.join(', ')}` },
    { param: 'part' },
  );
}
