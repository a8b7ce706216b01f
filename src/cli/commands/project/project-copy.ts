import type { Command } from 'commander';
import { type ProjectRecord, setTemplate, writeProject, writerOf } from '../../../projects/index.ts';
import { copyProject, votesParts } from '../../../transfer/index.ts';
import type { CommandOutcome, CommandRun } from '../../command.ts';
import { commandError } from '../../support/command-error.ts';
import { actingIn, type Installation, projectNamed } from '../../support/installation.ts';
import { progressBar } from '../../support/terminal/progress-bar.ts';

/** Adds the commands that copy a project beside its original, and offer one as a template. */
export function addCopyCommands(project: Command, run: CommandRun): void {
  project
    .command('copy')
    .description(
      'copy a project with its files to a new one, without keys, members and webhooks; all ids are new',
    )
    .requiredOption('--project <project>', "the project's id or name")
    .requiredOption('--name <name>', 'the name of the new project')
    .option('--history', 'also copy saved versions, the trash and comments')
    .action(
      run.action<{ project: string; name: string; history?: true }>(async ({ options }) => {
        const installation = await run.installation();
        const original = await projectNamed(installation, options.project);
        const { name, history = false } = options;
        return makeCopy(installation, original, { name, without: [], history });
      }),
    );

  project
    .command('template <state>')
    .description('offer a project as a template for new ones: on or off')
    .requiredOption('--project <project>', "the project's id or name")
    .action(
      run.action<{ project: string }>(async ({ args: [state = ''], options }) => {
        if (state !== 'on' && state !== 'off') throw commandError('Say on or off.', { param: 'STATE' });
        const installation = await run.installation();
        const { _id: id, name } = await projectNamed(installation, options.project);
        const isOffered = state === 'on';
        await writeProject(writerOf(installation.system.project(id), actingIn(installation)), async (tx) => {
          await setTemplate(tx.db, isOffered);
          return tx.stored({ action: 'project.changed', subject: { kind: 'project', id } });
        });
        const text = isOffered
          ? `"${name}" is a template now.\nNext: galley project create --name <name> --template ${id}`
          : `"${name}" is no longer a template.`;
        return { json: { project: id, template: isOffered }, text };
      }),
    );
}

/** Creates a project from a template, without its votes. @throws invalid_parameter if the project isn't offered */
export async function createFromTemplate(
  installation: Installation,
  { name, template }: { name: string; template: string },
): Promise<CommandOutcome> {
  const original = await projectNamed(installation, template, '--template');
  if (original.is_template !== true) {
    throw commandError(
      `"${original.name}" is not a template. Run galley project template on --project ${original._id} first.`,
      { param: '--template' },
    );
  }
  return makeCopy(installation, original, { name, without: votesParts });
}

async function makeCopy(
  installation: Installation,
  original: ProjectRecord,
  { name, without, history = false }: { name: string; without: readonly string[]; history?: boolean },
): Promise<CommandOutcome> {
  const { system, assembly } = installation;
  const parts = {
    system,
    storage: installation.storage(),
    source: actingIn(installation),
    collections: assembly.declared.collections,
    parts: assembly.projectParts,
  };
  const progress = progressBar(process.stderr);
  const options = { name, without, history, progress };
  const { project: id, rows, files } = await copyProject(original, parts, options);
  const count = Object.values(rows).reduce((sum, one) => sum + one, 0);
  const missing = files?.missing ?? [];
  const note = missing.length === 0 ? '' : ` ${missing.length} files are missing: ${missing.join(', ')}.`;
  return {
    json: { project: id, copied_from: original._id, rows, files, history },
    text: `Copied "${original.name}" to ${id} "${name}": ${count} rows, ${files?.copied ?? 0} files.${note}\nNext: galley key create --project ${id} --purpose secret`,
    failed: missing.length > 0,
  };
}
