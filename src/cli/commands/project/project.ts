import { allProjects, localesOf, type ProjectRecord, serializeLocales } from '../../../projects/index.ts';
import { changeSettings } from '../../../dashboard/index.ts';
import { createProject } from '../../../accounts/index.ts';
import type { CommandGroup, CommandOutcome } from '../../command.ts';
import { commandError } from '../../support/command-error.ts';
import { actingIn, type Installation, projectNamed } from '../../support/installation.ts';
import { formatTable } from '../../support/terminal/format-table.ts';
import { addCdnCommand } from './project-cdn.ts';
import { addCopyCommands, createFromTemplate } from './project-copy.ts';
import { addDeleteCommand } from './project-delete.ts';
import { addSignInCommand } from './project-sign-in.ts';

interface CreateOptions {
  name: string;
  privateMedia?: true;
  locales?: string;
  template?: string;
}

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
    .option('--template <project>', 'start as a copy of this template, with its files and locales')
    .action(run.action<CreateOptions>(async ({ options }) => create(await run.installation(), options)));

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

  addCopyCommands(project, run);

  project
    .command('list')
    .description('list all projects, oldest first')
    .action(run.action(async () => list(await run.installation())));

  addCdnCommand(project, run);
  addSignInCommand(project, run);
  addDeleteCommand(project, run, () => program.opts()['json'] === true);
};

async function create(installation: Installation, options: CreateOptions): Promise<CommandOutcome> {
  const { name, privateMedia = false, template } = options;
  const locales = options.locales?.split(',').map((code) => code.trim());
  if (template !== undefined) {
    if (options.privateMedia === true || locales !== undefined) {
      throw commandError(
        'A template brings its own locales and kind of media. Leave out the other options.',
        {
          param: '--template',
        },
      );
    }
    return createFromTemplate(installation, { name, template });
  }
  const input = { name, privateMedia, ...(locales === undefined ? {} : { locales }) };
  const by = actingIn(installation);
  const { project: record, release } = await createProject(installation.system, input, by);
  return {
    json: {
      project: projectOutput(record),
      release,
      ...(locales === undefined ? {} : { locales: serializeLocales(localesOf(record)) }),
    },
    text: `Created project ${record._id} "${record.name}" with release ${release.id}.\nNext: galley key create --project ${record._id} --purpose secret`,
  };
}

async function list({ system }: Installation): Promise<CommandOutcome> {
  const all = await allProjects(system);
  const lines = all.map(({ _id, name, private_media, is_template }) => [
    _id,
    private_media ? 'private' : 'public',
    is_template === true ? 'yes' : '',
    name,
  ]);
  return {
    json: {
      projects: all.map((project) => ({ ...projectOutput(project), template: project.is_template === true })),
    },
    text:
      all.length === 0 ? 'There is no project yet.' : formatTable(['ID', 'MEDIA', 'TEMPLATE', 'NAME'], lines),
  };
}

function projectOutput({ _id, name, private_media }: ProjectRecord) {
  return { id: _id, name, private_media };
}
