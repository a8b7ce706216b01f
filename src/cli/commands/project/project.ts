import {
  allProjects,
  checkLocalesAllowed,
  localesOf,
  type ProjectRecord,
  serializeLocales,
} from '../../../projects/index.ts';
import { changeSettings } from '../../../dashboard/index.ts';
import { createProject } from '../../../accounts/index.ts';
import type { CommandGroup, CommandOutcome } from '../../command.ts';
import { actingIn, type Installation, projectNamed } from '../../support/installation.ts';
import { formatTable } from '../../support/terminal/format-table.ts';
import { addCdnCommand } from './project-cdn.ts';
import { addDeleteCommand } from './project-delete.ts';
import { addSignInCommand } from './project-sign-in.ts';

export const projectCommands: CommandGroup = (program, run) => {
  const project = program
    .command('project')
    .description('create, list, rename and delete projects, and let caches store their answers');

  project
    .command('create')
    .description('create a project with its first release')
    .requiredOption('--name <name>', 'the name of the project')
    .option('--private-media', 'serve its files only under signed, expiring URLs; cannot be changed later')
    .option('--locales <codes>', 'codes of its locales, the default first: en,de,ar')
    .action(
      run.action<{ name: string; privateMedia?: true; locales?: string }>(async ({ options }) => {
        const installation = await run.installation();
        const { name, privateMedia = false } = options;
        const locales = options.locales?.split(',').map((code) => code.trim());
        if (locales !== undefined) checkLocalesAllowed(installation);
        const input = { name, privateMedia, ...(locales === undefined ? {} : { locales }) };
        const { project: record, release } = await createProject(
          installation.system,
          input,
          actingIn(installation),
        );
        return {
          json: {
            project: projectOutput(record),
            release,
            ...(locales === undefined ? {} : { locales: serializeLocales(localesOf(record).list) }),
          },
          text: `Created project ${record._id} "${record.name}" with release ${release.id}.\nNext: galley key create --project ${record._id} --purpose secret`,
        };
      }),
    );

  project
    .command('rename')
    .description('rename a project; its id and its content stay the same')
    .requiredOption('--project <project>', "the project's id or name")
    .requiredOption('--name <name>', 'the new name of the project')
    .action(
      run.action<{ project: string; name: string }>(async ({ options }) => {
        const installation = await run.installation();
        const before = await projectNamed(installation, options.project);
        const { name } = await changeSettings(await installation.contexts().project(before._id), {
          name: options.name,
        });
        return {
          json: { project: projectOutput({ ...before, name }) },
          text: `Project ${before._id} is now called "${name}" instead of "${before.name}".`,
        };
      }),
    );

  project
    .command('list')
    .description('list all projects, oldest first')
    .action(run.action(async () => list(await run.installation())));

  addCdnCommand(project, run);
  addSignInCommand(project, run);
  addDeleteCommand(project, run, () => program.opts()['json'] === true);
};

async function list({ system }: Installation): Promise<CommandOutcome> {
  const all = await allProjects(system);
  const lines = all.map(({ _id, name, private_media }) => [_id, private_media ? 'private' : 'public', name]);
  return {
    json: { projects: all.map(projectOutput) },
    text: all.length === 0 ? 'There is no project yet.' : formatTable(['ID', 'MEDIA', 'NAME'], lines),
  };
}

function projectOutput({ _id, name, private_media }: ProjectRecord) {
  return { id: _id, name, private_media };
}
