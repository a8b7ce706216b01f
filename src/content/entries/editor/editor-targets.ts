import { limits } from '../../../contract/limits.ts';
import type { EditorTargets } from '../../../contract/fields/links.ts';
import type { EntryValues } from '../store/schema.ts';
import { linksIn, type Shape } from '../../fields/walk.ts';
import { editorTargets } from '../../links/editor-targets.ts';
import { LinkBatch } from '../../links/link-batch.ts';
import type { ReleaseContext } from '../../../core/context/index.ts';
import { fitItems } from '../../../core/http/index.ts';

/** Reads the link targets of drafts, published or not, with one query for each kind of target. */
export async function targetsOf(
  context: ReleaseContext,
  items: readonly { type: Shape; values: EntryValues }[],
): Promise<EditorTargets> {
  const links = new LinkBatch();
  for (const { type, values } of items) {
    for (const { expected, id } of linksIn(type, values)) links.add(expected, id);
  }
  return editorTargets(context, links);
}

/** Returns the first rows that fit into the response with their link targets, at least one row, and those targets. */
export async function fitRowsWithTargets<T extends { draft: EntryValues }>(
  context: ReleaseContext,
  type: Shape,
  rows: readonly T[],
): Promise<{ data: T[]; targets: EditorTargets }> {
  const { rowsWithIds, links } = withinIds(type, rows);
  const targets = await editorTargets(context, links);
  const rowsWithTargets = rowsWithIds.map(({ row, ids }) => {
    const entryTargets = ids.flatMap((id) => (targets[id] === undefined ? [] : [[id, targets[id]] as const]));
    return { ...row, targets: Object.fromEntries(entryTargets) };
  });
  const fittingRows = rowsWithIds.slice(0, (await fitItems(context, rowsWithTargets)).length);
  const responseIds = new Set(fittingRows.flatMap(({ ids }) => ids));
  return {
    data: fittingRows.map(({ row }) => row),
    targets: Object.fromEntries(Object.entries(targets).filter(([id]) => responseIds.has(id))),
  };
}

/** Returns the first rows whose links fit the maximum ids of a write, each with the ids that no row before it has. */
function withinIds<T extends { draft: EntryValues }>(type: Shape, rows: readonly T[]) {
  const links = new LinkBatch();
  const linkedIds = new Set<string>();
  const rowsWithIds: { row: T; ids: string[] }[] = [];
  for (const row of rows) {
    const newLinks = [...linksIn(type, row.draft)].filter(({ id }) => !linkedIds.has(id));
    const ids = [...new Set(newLinks.map(({ id }) => id))];
    if (rowsWithIds.length > 0 && linkedIds.size + ids.length > limits.ids_per_write_max) break;
    for (const { expected, id } of newLinks) links.add(expected, id);
    for (const id of ids) linkedIds.add(id);
    rowsWithIds.push({ row, ids });
  }
  return { rowsWithIds, links };
}
