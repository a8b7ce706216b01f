import { InvalidArgumentError } from 'commander';
import { trashKindNames } from '../../../core/context/index.ts';
import { readTrash, restoreFromTrash, type TrashItem, type TrashQuery } from '../../../lifecycle/index.ts';
import type { CommandGroup, CommandOutcome, CommandRun } from '../../command.ts';
import { projectNamed } from '../../support/installation.ts';
import { formatMinute, formatTable } from '../../support/terminal/format-table.ts';

interface Options {
  project: string;
  release?: string;
  kind?: TrashItem['kind'];
  by?: string;
  since?: string;
  publish?: true;
}

/** Items of one page, and of one call that restores them. */
const pageSize = 100;

export const trashCommands: CommandGroup = (program, run) => {
  const trash = program.command('trash').description('list and restore deleted items');
  const withFilters = (name: string) =>
    trash
      .command(name)
      .requiredOption('--project <project>', "the project's id or name")
      .option(
        '--release <release>',
        'the id of the release that entries were deleted from; the default release if omitted',
      )
      .option('--kind <kind>', `the kind of the items: ${trashKindNames.join(', ')}`, readKind)
      .option('--by <id>', 'the id of the member or API key that deleted them')
      .option('--since <time>', 'the earliest time of deletion, such as 2026-11-20T09:30:00Z');

  withFilters('list')
    .description('list deleted items that can be restored, newest deletion first')
    .action(
      run.action<Options>(async ({ options }) =>
        listing(await findItems(await contextOpener(run, options), options)),
      ),
    );

  withFilters('restore')
    .description('restore all matching items; exit code 2 if one could not be restored')
    .option('--publish', 'also publish items that readers saw')
    .action(run.action<Options>(async ({ options }) => restore(run, options)));
};

function readKind(text: string): TrashItem['kind'] {
  const kind = trashKindNames.find((name) => name === text);
  if (kind === undefined) throw new InvalidArgumentError(`Use one of: ${trashKindNames.join(', ')}.`);
  return kind;
}

/** Opens the release anew for each page and batch, because a restore can take longer than one request. */
async function contextOpener(run: CommandRun, { project, release }: Options) {
  const installation = await run.installation();
  const { _id: id } = await projectNamed(installation, project);
  const contexts = installation.contexts();
  return () => contexts.release(id, release);
}
type ContextOpener = Awaited<ReturnType<typeof contextOpener>>;

/** All items that match, page by page. */
async function findItems(openContext: ContextOpener, { kind, by, since }: Options): Promise<TrashItem[]> {
  const query: TrashQuery = {
    limit: pageSize,
    ...(kind === undefined ? {} : { kind }),
    ...(by === undefined ? {} : { by }),
    ...(since === undefined ? {} : { since }),
  };
  const items: TrashItem[] = [];
  let cursor: string | null = null;
  do {
    const page = await readTrash(await openContext(), cursor === null ? query : { ...query, cursor });
    items.push(...page.data);
    cursor = page.meta.next_cursor;
  } while (cursor !== null);
  return items;
}

function listing(items: readonly TrashItem[]): CommandOutcome {
  const lines = items.map(({ id, kind, type, deleted_at: at, deleted_by: by, title }) => [
    ...[id, type ?? kind, formatMinute(new Date(at)), by.name, title],
  ]);
  const text =
    items.length === 0
      ? 'The trash contains no matching item.'
      : formatTable(['ID', 'KIND', 'DELETED', 'BY', 'TITLE'], lines);
  return { json: { items }, text };
}

async function restore(run: CommandRun, options: Options): Promise<CommandOutcome> {
  const openContext = await contextOpener(run, options);
  const items = await findItems(openContext, options);
  const { trashKinds } = run.assembly;
  const publish = options.publish === true;
  const failed: { id: string; code: string; message: string }[] = [];
  const warnings: { id: string; code: string; message: string }[] = [];
  for (let first = 0; first < items.length; first += pageSize) {
    const ids = items.slice(first, first + pageSize).map(({ id }) => id);
    const result = await restoreFromTrash(await openContext(), trashKinds, { ids, publish });
    for (const { id, error } of result.data)
      if (error !== null) failed.push({ id, code: error.code, message: error.message });
    warnings.push(...result.warnings.map(({ id, code, message }) => ({ id, code, message })));
  }
  const restoredCount = items.length - failed.length;
  const issues = [...failed, ...warnings].map(({ id, code, message }) => `${id}: ${code}. ${message}`);
  return {
    json: { restored: restoredCount, failed, warnings },
    text: [...issues, `Restored ${restoredCount} of ${items.length} items.`].join('\n'),
    exitCode: failed.length > 0 ? 2 : 0,
  };
}
