import { InvalidArgumentError } from 'commander';
import { trashKindNames } from '../../../core/context/index.ts';
import {
  findRestorableIds,
  readTrash,
  restoreFromTrash,
  type TrashFilter,
  type TrashItem,
  type TrashQuery,
} from '../../../lifecycle/index.ts';
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
/** Maximum items of one command, more than the trash of a project contains. */
const maxRestored = 1_000_000;

export const trashCommands: CommandGroup = (program, run) => {
  const trash = program.command('trash').description('list and restore deleted items');
  const withFilters = (name: string) =>
    trash
      .command(name)
      .requiredOption('--project <project>', "the project's id or name")
      .option(
        '--release <release>',
        'the id of the release that entries, types and blocks were deleted from; the default release if omitted',
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

function filterOf({ kind, by, since }: Options): TrashFilter {
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(by === undefined ? {} : { by }),
    ...(since === undefined ? {} : { since }),
  };
}

/** All items that match, page by page. */
async function findItems(openContext: ContextOpener, options: Options): Promise<TrashItem[]> {
  const query: TrashQuery = { ...filterOf(options), limit: pageSize };
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

async function restore(
  run: CommandRun,
  { publish: publishes, ...options }: Options,
): Promise<CommandOutcome> {
  const openContext = await contextOpener(run, options);
  const ids = await findRestorableIds(await openContext(), filterOf(options), maxRestored);
  const parts = { kinds: run.assembly.trashKinds, startRestoreJob: null }; // `ids` contains the entries of types
  const failed: { id: string; code: string; message: string }[] = [];
  const warnings: { id: string; code: string; message: string }[] = [];
  for (let first = 0; first < ids.length; first += pageSize) {
    const batch = ids.slice(first, first + pageSize);
    const result = await restoreFromTrash(await openContext(), parts, {
      ids: batch,
      publish: publishes === true,
    });
    for (const { id, error } of result.data)
      if (error !== null) failed.push({ id, code: error.code, message: error.message });
    warnings.push(...result.warnings.map(({ id, code, message }) => ({ id, code, message })));
  }
  const restoredCount = ids.length - failed.length;
  const issues = [...failed, ...warnings].map(({ id, code, message }) => `${id}: ${code}. ${message}`);
  return {
    json: { restored: restoredCount, failed, warnings },
    text: [...issues, `Restored ${restoredCount} of ${ids.length} items.`].join('\n'),
    exitCode: failed.length > 0 ? 2 : 0,
  };
}
