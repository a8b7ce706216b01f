import { listContentTypes, putContentType } from '../../content-types/service.ts';
import type { CommandGroup, CommandOutcome } from '../command.ts';
import { type Installation, projectNamed } from '../installation.ts';
import { isInteractive, prompt } from '../prompt.ts';
import { refusal } from '../refusal.ts';
import { type FileType, fileTypeOf, readSchemaFile, writeSchemaFile } from '../schema-file.ts';
import { inOrder, planSchema, type SchemaPlan } from '../schema-plan.ts';

interface FileOptions {
  project: string;
  file: string;
}

interface PushOptions extends FileOptions {
  yes?: boolean;
}

export const schemaCommands: CommandGroup = (program, run) => {
  const schema = program
    .command('schema')
    .description("keep a project's content types as a file")
    .hook('preSubcommand', (_, verb) => {
      if (verb.name() === 'diff') run.faultExitCode = 2; // 1 says that something differs, as with `diff`
    });
  const command = (name: string, description: string) =>
    schema
      .command(name)
      .description(description)
      .requiredOption('--project <project>', "the project's id or name")
      .requiredOption('--file <file>', 'a JSON file');

  command('pull', "write the project's types into the file").action(
    run.action<FileOptions>(async ({ options }) => {
      const { types } = await opened(await run.installation(), options.project);
      await writeSchemaFile(options.file, types);
      const slugs = types.map(({ slug }) => slug);
      return {
        json: { file: options.file, types: slugs },
        text: `Wrote ${slugs.length} types to ${options.file}.`,
      };
    }),
  );

  command('push', 'change the project to match the file; removed fields lose their values')
    .option('--yes', 'remove fields without asking')
    .action(
      run.action<PushOptions>(async ({ options }) =>
        push(await run.installation(), options, program.opts()['json'] === true),
      ),
    );

  command(
    'diff',
    'show what a push would change; exit code 0 for no difference, 1 for differences, 2 for an error',
  ).action(
    run.action<FileOptions>(async ({ options }) => {
      const { types } = await opened(await run.installation(), options.project);
      const plan = planSchema(await readSchemaFile(options.file), types);
      const failed = plan.types.length + plan.missing.length > 0;
      return { json: { different: failed, ...plan }, text: linesOf(plan), failed };
    }),
  );
};

async function opened(installation: Installation, reference: string) {
  const { _id: id } = await projectNamed(installation, reference);
  const calls = installation.calls();
  const { data } = await listContentTypes(await calls.release(id));
  return { id, calls, types: data.map(fileTypeOf) };
}

async function push(
  installation: Installation,
  { project, file, yes = false }: PushOptions,
  asJson: boolean,
): Promise<CommandOutcome> {
  const wanted = await readSchemaFile(file);
  const { id, calls, types } = await opened(installation, project);
  const plan = planSchema(wanted, types);
  const losses = plan.types.flatMap(({ slug, fields }) => fields.removed.map((key) => `${slug}.${key}`));
  if (losses.length > 0 && !yes) await agree(plan, losses, asJson);
  const changed = wanted.filter(({ slug }) => plan.types.some((one) => one.slug === slug));
  for (const step of inOrder(changed, new Set(types.map(({ slug }) => slug)))) {
    const { slug, ...definition } = step;
    await putContentType(await calls.release(id), slug, definition satisfies Omit<FileType, 'slug'>);
  }
  const done = plan.types.length === 0 ? 'Nothing to do.' : `Pushed ${changed.length} types.`;
  return {
    json: { pushed: changed.map(({ slug }) => slug), removed: losses, ...plan },
    text: `${linesOf(plan)}\n${done}`,
  };
}

/** Shows what would be lost, and asks where somebody is there to answer. @throws invalid_parameter */
async function agree(plan: SchemaPlan, losses: readonly string[], asJson: boolean): Promise<void> {
  const loss = `This removes ${losses.join(', ')} and all values of ${losses.length === 1 ? 'it' : 'them'}.`;
  if (asJson || !isInteractive()) {
    throw refusal(`${loss} Say --yes when that is meant.`, { param: '--yes' });
  }
  const answer = await prompt(`${linesOf(plan)}\n${loss} Go on? [y/N] `);
  if (!/^y(es)?$/i.test(answer)) throw refusal('Nothing was changed.');
}

/** `+` for what comes, `~` for what changes, `-` for what goes. */
function linesOf({ types, missing }: SchemaPlan): string {
  const lines = types.flatMap(({ slug, change, fields, settings }) => [
    `${change === 'added' ? '+' : '~'} ${slug}${change === 'changed' && settings ? ' (name, labels or order)' : ''}`,
    ...fields.added.map((key) => `  + ${key}`),
    ...fields.changed.map((key) => `  ~ ${key}`),
    ...fields.removed.map((key) => `  - ${key}`),
  ]);
  const kept = missing.map((slug) => `  ${slug} is not in the file and stays as it is`);
  return lines.length + kept.length === 0
    ? 'The file and the project are the same.'
    : [...lines, ...kept].join('\n');
}
