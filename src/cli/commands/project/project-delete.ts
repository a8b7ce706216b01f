import type { Command } from 'commander';
import { ApiError } from '../../../contract/errors/api-error.ts';
import { isAnythingLeft, removeProject } from '../../support/project-removal.ts';
import { allProjects } from '../../../projects/index.ts';
import type { CommandOutcome, CommandRun } from '../../command.ts';
import { actingIn, type Installation, projectNamed } from '../../support/installation.ts';
import { isInteractive, prompt } from '../../support/terminal/prompt.ts';
import { refusal } from '../../support/refusal.ts';

interface DeleteOptions {
  project: string;
  yes?: true;
}

/** Adds the one command that cannot be undone. */
export function addDeleteCommand(project: Command, run: CommandRun, isJson: () => boolean): void {
  project
    .command('delete')
    .description('remove a project with all its content, files, keys and webhooks, for good')
    .requiredOption('--project <project>', "the project's id or name")
    .option('--yes', 'do it without asking')
    .action(
      run.action<DeleteOptions>(async ({ options }) => {
        const installation = await run.installation();
        const { id, name } = await named(installation, options.project);
        if (options.yes !== true) await agree({ id, name }, isJson());
        return deleted(installation, { id, name });
      }),
    );
}

/** The project, or what a removal that was killed left of one. @throws invalid_parameter */
async function named(installation: Installation, reference: string): Promise<{ id: string; name: string }> {
  const isKnown = (await allProjects(installation.system)).some(({ _id }) => _id === reference);
  if (!isKnown && reference.startsWith('prj_') && (await isAnythingLeft(partsOf(installation), reference)))
    return { id: reference, name: reference };
  const { _id: id, name } = await projectNamed(installation, reference);
  return { id, name };
}

async function agree({ id, name }: { id: string; name: string }, isJson: boolean): Promise<void> {
  const loss = `This removes project ${id} "${name}" with all its content, files, keys and webhooks, for good.`;
  if (isJson || !isInteractive()) throw refusal(`${loss} Say --yes when that is meant.`, { param: '--yes' });
  const typed = await prompt(`${loss}\n\`galley export\` keeps a copy. Type its name to go on: `);
  if (typed !== name) throw refusal('Nothing was removed.');
}

async function deleted(
  installation: Installation,
  { id, name }: { id: string; name: string },
): Promise<CommandOutcome> {
  const parts = {
    ...partsOf(installation),
    by: actingIn(installation),
    storage: installation.storage(),
  };
  const { rows, files, areFilesLeft } = await removeProject(parts, id).catch((fault: unknown) => {
    if (fault instanceof ApiError)
      throw new ApiError(fault.code, `${fault.message} Run the command again.`, {});
    throw fault;
  });
  const count = Object.values(rows).reduce((sum, one) => sum + one, 0);
  const later = areFilesLeft ? ' The storage does not respond. The service removes the files later.' : '';
  return {
    json: { deleted: id, rows, files, files_left: areFilesLeft },
    text: `Removed project ${id} "${name}": ${count} rows, ${files} files.${later}`,
  };
}

function partsOf({ system, assembly }: Installation) {
  return { system, collections: assembly.declared.collections };
}
