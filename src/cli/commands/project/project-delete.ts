import type { Command } from 'commander';
import { ApiError } from '../../../contract/errors/api-error.ts';
import { allProjects } from '../../../projects/index.ts';
import { isAnythingLeft, removeProject } from '../../../transfer/index.ts';
import type { CommandOutcome, CommandRun } from '../../command.ts';
import { actingIn, type Installation, projectNamed } from '../../support/installation.ts';
import { isInteractive, prompt } from '../../support/terminal/prompt.ts';
import { commandError } from '../../support/command-error.ts';

interface DeleteOptions {
  project: string;
  yes?: true;
}

/** Adds the only command that can't be undone. */
export function addDeleteCommand(project: Command, run: CommandRun, isJson: () => boolean): void {
  project
    .command('delete')
    .description('permanently remove a project with all its content, files, keys and webhooks')
    .requiredOption('--project <project>', "the project's id or name")
    .option('--yes', 'do it without asking')
    .action(
      run.action<DeleteOptions>(async ({ options }) => {
        const installation = await run.installation();
        const { id, name } = await findProject(installation, options.project);
        if (options.yes !== true) await confirm({ id, name }, isJson());
        return deleteProject(installation, { id, name });
      }),
    );
}

/** The project, or the rest of one whose deletion was interrupted. @throws invalid_parameter */
async function findProject(
  installation: Installation,
  reference: string,
): Promise<{ id: string; name: string }> {
  const exists = (await allProjects(installation.system)).some(({ _id }) => _id === reference);
  if (!exists && reference.startsWith('prj_') && (await isAnythingLeft(partsOf(installation), reference)))
    return { id: reference, name: reference };
  const { _id: id, name } = await projectNamed(installation, reference);
  return { id, name };
}

async function confirm({ id, name }: { id: string; name: string }, isJson: boolean): Promise<void> {
  const loss = `This removes project ${id} "${name}" with all its content, files, keys and webhooks, for good.`;
  if (isJson || !isInteractive())
    throw commandError(`${loss} Say --yes when that is meant.`, { param: '--yes' });
  const typedName = await prompt(`${loss}\n\`galley export\` keeps a copy. Type its name to go on: `);
  if (typedName !== name) throw commandError('Nothing was removed.');
}

async function deleteProject(
  installation: Installation,
  { id, name }: { id: string; name: string },
): Promise<CommandOutcome> {
  const parts = {
    ...partsOf(installation),
    source: actingIn(installation),
    storage: installation.storage(),
  };
  const { rows, files, areFilesLeft } = await removeProject(parts, id).catch((error: unknown) => {
    if (error instanceof ApiError)
      throw new ApiError(error.code, `${error.message} Run the command again.`, {});
    throw error;
  });
  const count = Object.values(rows).reduce((sum, one) => sum + one, 0);
  const note = areFilesLeft ? ' The storage does not respond. The service removes the files later.' : '';
  return {
    json: { deleted: id, rows, files, files_left: areFilesLeft },
    text: `Removed project ${id} "${name}": ${count} rows, ${files} files.${note}`,
  };
}

function partsOf({ system, assembly }: Installation) {
  return { system, collections: assembly.declared.collections };
}
