import {
  countBlockFieldValues,
  countFieldValues,
  listBlocks,
  listContentTypes,
  putBlock,
  putContentType,
} from '../../../content/index.ts';
import type { ReleaseContext } from '../../../core/context/index.ts';
import type { CommandGroup, CommandOutcome } from '../../command.ts';
import { type Installation, projectNamed } from '../../support/installation.ts';
import { isInteractive, prompt } from '../../support/terminal/prompt.ts';
import { commandError } from '../../support/command-error.ts';
import {
  fileBlockOf,
  type FileSchema,
  fileTypeOf,
  readSchemaFile,
  slugsOf,
  writeSchemaFile,
} from '../../support/schema/schema-file.ts';
import {
  fileLocalesOf,
  localeLoss,
  localePlanLines,
  pushLocales,
} from '../../support/schema/schema-locales.ts';
import {
  blockName,
  type Difference,
  orderSteps,
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
    .description("keep a project's locales, content types and blocks as a file")
    .hook('preSubcommand', (_, verb) => {
      if (verb.name() === 'diff') run.errorExitCode = 2; // exit code 1 means that something differs, as with `diff`
    });
  const command = (name: string, description: string) =>
    schema
      .command(name)
      .description(description)
      .requiredOption('--project <project>', "the project's id or name")
      .requiredOption('--file <file>', 'a JSON file');

  command('pull', "write the project's locales, types and blocks to the file").action(
    run.action<FileOptions>(async ({ options }) => {
      const { schema } = await loadProject(await run.installation(), options.project);
      await writeSchemaFile(options.file, schema);
      const [types, blocks] = [slugsOf(schema.types), slugsOf(schema.blocks)];
      return {
        json: {
          file: options.file,
          ...(schema.locales.length > 1 ? { locales: schema.locales.map(({ code }) => code) } : {}),
          types,
          ...(blocks.length > 0 ? { blocks } : {}),
        },
        text: `Wrote ${countText(types, blocks)} to ${options.file}.`,
      };
    }),
  );

  command('push', 'change the project to match the file; values of removed fields can be restored for 7 days')
    .option('--yes', 'remove fields and locales without asking')
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
      const { id, contexts, schema } = await loadProject(await run.installation(), options.project);
      const plan = planSchema(await readSchemaFile(options.file), schema);
      const losses = await countLosses(() => contexts.release(id), plan);
      const isDifferent =
        plan.locales !== undefined ||
        plan.types.length + (plan.blocks ?? []).length + plan.missing.length > 0;
      const json = { different: isDifferent, ...plan, ...(losses.length === 0 ? {} : { losses }) };
      return { json, text: planText(plan, losses), failed: isDifferent };
    }),
  );
};

async function loadProject(installation: Installation, reference: string) {
  const { _id: id } = await projectNamed(installation, reference);
  const contexts = installation.contexts();
  const types = await listContentTypes(await contexts.release(id));
  const blocks = await listBlocks(await contexts.release(id));
  return {
    id,
    contexts,
    schema: {
      locales: await fileLocalesOf(await contexts.project(id)),
      types: types.data.map(fileTypeOf),
      blocks: blocks.data.map(fileBlockOf),
    },
  };
}

async function push(
  installation: Installation,
  { project, file, yes = false }: PushOptions,
  asJson: boolean,
): Promise<CommandOutcome> {
  const fileSchema = await readSchemaFile(file);
  const { id, contexts, schema } = await loadProject(installation, project);
  const plan = planSchema(fileSchema, schema);
  const losses = await countLosses(() => contexts.release(id), plan);
  const isLossy = losses.length > 0 || (plan.locales?.removed ?? []).length > 0;
  if (isLossy && !yes) await confirm(plan, losses, asJson);
  if (plan.locales !== undefined)
    await pushLocales(() => contexts.project(id), plan.locales, fileSchema.locales ?? []);
  const changedSchema = changedDefinitions(fileSchema, plan);
  for (const step of orderSteps(changedSchema, definitionNames(schema)))
    await write(await contexts.release(id), step, removedOf(step, plan).join(','));
  const [types, blocks] = [slugsOf(changedSchema.types), slugsOf(changedSchema.blocks)];
  const pushed = [...blocks.map(blockName), ...types];
  const isSame = pushed.length === 0 && plan.locales === undefined;
  const summary = isSame ? 'Nothing to do.' : `Pushed ${countText(types, blocks)}.`;
  const removedFields = losses.map(({ field }) => field);
  const json = { pushed, removed: removedFields, ...plan, ...(losses.length === 0 ? {} : { losses }) };
  return { json, text: `${planText(plan, losses)}\n${summary}` };
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

/** The definitions of the file that differ from the project's. */
function changedDefinitions({ types, blocks }: FileSchema, plan: SchemaPlan): FileSchema {
  const isIn = (list: readonly Difference[] = []) => {
    const slugs = new Set(slugsOf(list));
    return ({ slug }: { slug: string }) => slugs.has(slug);
  };
  return { types: types.filter(isIn(plan.types)), blocks: blocks.filter(isIn(plan.blocks)) };
}

/** A field that a push removes, as `story.price` or `blocks/hero.text`, and how many entries have a value. */
interface Loss {
  field: string;
  entries: number;
  live: number;
  entries_is_capped?: true;
}

async function countLosses(
  newContext: () => Promise<ReleaseContext>,
  { types, blocks = [] }: SchemaPlan,
): Promise<Loss[]> {
  const losses: Loss[] = [];
  const add = async (name: string, { slug, fields }: Difference, count: typeof countFieldValues) => {
    if (fields.removed.length === 0) return;
    const uses = await count(await newContext(), slug, fields.removed);
    for (const key of fields.removed) {
      const { field: _key, ...counts } = uses.find((one) => one.field === key) ?? { entries: 0, live: 0 };
      losses.push({ field: `${name}.${key}`, ...counts });
    }
  };
  for (const one of blocks) await add(blockName(one.slug), one, countBlockFieldValues);
  for (const one of types) await add(one.slug, one, countFieldValues);
  return losses;
}

function definitionNames({ types, blocks }: FileSchema): Set<string> {
  return new Set([...slugsOf(types), ...slugsOf(blocks).map(blockName)]);
}

function countText(types: readonly string[], blocks: readonly string[]): string {
  return blocks.length === 0 ? `${types.length} types` : `${types.length} types and ${blocks.length} blocks`;
}

/** Shows which fields and locales would be removed, and asks for confirmation at a terminal. @throws invalid_parameter */
async function confirm(plan: SchemaPlan, losses: readonly Loss[], asJson: boolean): Promise<void> {
  const names = losses.map((one) => `${one.field}${countsText(one)}`).join(', ');
  const fieldLoss =
    losses.length === 0 ? [] : [`This removes ${names}. You can restore the values for 7 days.`];
  const loss = [...(plan.locales?.removed.length ? [localeLoss(plan.locales)] : []), ...fieldLoss].join(' ');
  if (asJson || !isInteractive()) throw commandError(`${loss} Add --yes to confirm.`, { param: '--yes' });
  const answer = await prompt(`${planText(plan, losses)}\n${loss} Go on? [y/N] `);
  if (!/^y(es)?$/i.test(answer)) throw commandError('Nothing was changed.');
}

/** One line for each difference: `+` added, `~` changed, `-` removed, `->` renamed. */
function planText({ locales, types, blocks = [], missing }: SchemaPlan, losses: readonly Loss[]): string {
  const lines = [
    ...(locales === undefined ? [] : localePlanLines(locales)),
    ...blocks.flatMap((one) => differenceLines(blockName(one.slug), one, losses)),
    ...types.flatMap((one) => differenceLines(one.slug, one, losses)),
  ];
  const missingLines = missing.map((name) => `  ${name} is not in the file and stays as it is`);
  return lines.length + missingLines.length === 0
    ? 'The file and the project are the same.'
    : [...lines, ...missingLines].join('\n');
}

function differenceLines(
  name: string,
  { change, fields, settings }: Difference,
  losses: readonly Loss[],
): string[] {
  const lossOf = (key: string) => losses.find(({ field }) => field === `${name}.${key}`);
  return [
    `${change === 'added' ? '+' : '~'} ${name}${change === 'changed' && settings ? ' (name, labels, groups or order)' : ''}`,
    ...(fields.renamed ?? []).map(({ from, to }) => `  ${from} -> ${to}`),
    ...fields.added.map((key) => `  + ${key}`),
    ...fields.changed.map((key) => `  ~ ${key}`),
    ...fields.removed.map((key) => `  - ${key}${countsText(lossOf(key))}`),
  ];
}

/** ` (3 entries, 2 published)`, or nothing if no entry has a value. */
function countsText(loss: Loss | undefined): string {
  if (loss === undefined || loss.entries === 0) return '';
  const { entries, live, entries_is_capped: isCapped } = loss;
  return ` (${isCapped === true ? 'at least ' : ''}${entries} ${entries === 1 ? 'entry' : 'entries'}, ${live} published)`;
}
