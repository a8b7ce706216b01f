import { listBlocks, listContentTypes, putBlock, putContentType } from '../../../content/index.ts';
import type { ReleaseContext } from '../../../core/context/index.ts';
import type { CommandGroup, CommandOutcome } from '../../command.ts';
import { type Installation, projectNamed } from '../../support/installation.ts';
import { isInteractive, prompt } from '../../support/terminal/prompt.ts';
import { refusal } from '../../support/refusal.ts';
import {
  fileBlockOf,
  type FileSchema,
  fileTypeOf,
  readSchemaFile,
  writeSchemaFile,
} from '../../support/schema/schema-file.ts';
import {
  blockName,
  type Difference,
  inOrder,
  planSchema,
  type SchemaPlan,
  type Step,
} from '../../support/schema/schema-plan.ts';

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
    .description("keep a project's content types and blocks as a file")
    .hook('preSubcommand', (_, verb) => {
      if (verb.name() === 'diff') run.faultExitCode = 2; // 1 says that something differs, as with `diff`
    });
  const command = (name: string, description: string) =>
    schema
      .command(name)
      .description(description)
      .requiredOption('--project <project>', "the project's id or name")
      .requiredOption('--file <file>', 'a JSON file');

  command('pull', "write the project's types and blocks into the file").action(
    run.action<FileOptions>(async ({ options }) => {
      const { schema } = await opened(await run.installation(), options.project);
      await writeSchemaFile(options.file, schema);
      const [types, blocks] = [slugsOf(schema.types), slugsOf(schema.blocks)];
      return {
        json: { file: options.file, types, ...(blocks.length > 0 ? { blocks } : {}) },
        text: `Wrote ${counted(types, blocks)} to ${options.file}.`,
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
      const { schema } = await opened(await run.installation(), options.project);
      const plan = planSchema(await readSchemaFile(options.file), schema);
      const failed = plan.types.length + (plan.blocks ?? []).length + plan.missing.length > 0;
      return { json: { different: failed, ...plan }, text: linesOf(plan), failed };
    }),
  );
};

async function opened(installation: Installation, reference: string) {
  const { _id: id } = await projectNamed(installation, reference);
  const calls = installation.calls();
  const types = await listContentTypes(await calls.release(id));
  const blocks = await listBlocks(await calls.release(id));
  return { id, calls, schema: { types: types.data.map(fileTypeOf), blocks: blocks.data.map(fileBlockOf) } };
}

async function push(
  installation: Installation,
  { project, file, yes = false }: PushOptions,
  asJson: boolean,
): Promise<CommandOutcome> {
  const wanted = await readSchemaFile(file);
  const { id, calls, schema } = await opened(installation, project);
  const plan = planSchema(wanted, schema);
  const losses = lossesOf(plan);
  if (losses.length > 0 && !yes) await agree(plan, losses, asJson);
  const changed = changedOnes(wanted, plan);
  for (const step of inOrder(changed, namesOf(schema)))
    await write(await calls.release(id), step, removedOf(step, plan).join(','));
  const [types, blocks] = [slugsOf(changed.types), slugsOf(changed.blocks)];
  const pushed = [...blocks.map(blockName), ...types];
  const done = pushed.length === 0 ? 'Nothing to do.' : `Pushed ${counted(types, blocks)}.`;
  return { json: { pushed, removed: losses, ...plan }, text: `${linesOf(plan)}\n${done}` };
}

/** The keys of the fields that the plan removes from the definition of a step. */
function removedOf(step: Step, { types, blocks = [] }: SchemaPlan): string[] {
  const slug = 'block' in step ? step.block.slug : step.type.slug;
  const difference = ('block' in step ? blocks : types).find((one) => one.slug === slug);
  return difference?.fields.removed ?? [];
}

/** @param removeFields - the fields that were confirmed; another one that someone else added meanwhile stays. */
async function write(context: ReleaseContext, step: Step, removeFields: string): Promise<void> {
  if ('block' in step) {
    const { slug, ...definition } = step.block;
    await putBlock(context, slug, definition, removeFields);
  } else {
    const { slug, ...definition } = step.type;
    await putContentType(context, slug, definition, removeFields);
  }
}

/** What of the file is not as the project has it. */
function changedOnes({ types, blocks }: FileSchema, plan: SchemaPlan): FileSchema {
  const isIn = (list: readonly Difference[] = []) => {
    const slugs = new Set(slugsOf(list));
    return ({ slug }: { slug: string }) => slugs.has(slug);
  };
  return { types: types.filter(isIn(plan.types)), blocks: blocks.filter(isIn(plan.blocks)) };
}

function lossesOf({ types, blocks = [] }: SchemaPlan): string[] {
  const lost = (name: string, { fields }: Difference) => fields.removed.map((key) => `${name}.${key}`);
  return [
    ...blocks.flatMap((one) => lost(blockName(one.slug), one)),
    ...types.flatMap((one) => lost(one.slug, one)),
  ];
}

function namesOf({ types, blocks }: FileSchema): Set<string> {
  return new Set([...slugsOf(types), ...slugsOf(blocks).map(blockName)]);
}

function slugsOf(list: readonly { slug: string }[]): string[] {
  return list.map(({ slug }) => slug);
}

function counted(types: readonly string[], blocks: readonly string[]): string {
  return blocks.length === 0 ? `${types.length} types` : `${types.length} types and ${blocks.length} blocks`;
}

/** Shows what would be lost, and asks for a confirmation at a terminal. @throws invalid_parameter */
async function agree(plan: SchemaPlan, losses: readonly string[], asJson: boolean): Promise<void> {
  const loss = `This removes ${losses.join(', ')} and all values of ${losses.length === 1 ? 'it' : 'them'}.`;
  if (asJson || !isInteractive()) {
    throw refusal(`${loss} Say --yes when that is meant.`, { param: '--yes' });
  }
  const answer = await prompt(`${linesOf(plan)}\n${loss} Go on? [y/N] `);
  if (!/^y(es)?$/i.test(answer)) throw refusal('Nothing was changed.');
}

/** `+` for what comes, `~` for what changes, `-` for what goes. */
function linesOf({ types, blocks = [], missing }: SchemaPlan): string {
  const lines = [
    ...blocks.flatMap((one) => linesOfOne(blockName(one.slug), one)),
    ...types.flatMap((one) => linesOfOne(one.slug, one)),
  ];
  const kept = missing.map((name) => `  ${name} is not in the file and stays as it is`);
  return lines.length + kept.length === 0
    ? 'The file and the project are the same.'
    : [...lines, ...kept].join('\n');
}

function linesOfOne(name: string, { change, fields, settings }: Difference): string[] {
  return [
    `${change === 'added' ? '+' : '~'} ${name}${change === 'changed' && settings ? ' (name, labels or order)' : ''}`,
    ...fields.added.map((key) => `  + ${key}`),
    ...fields.changed.map((key) => `  ~ ${key}`),
    ...fields.removed.map((key) => `  - ${key}`),
  ];
}
