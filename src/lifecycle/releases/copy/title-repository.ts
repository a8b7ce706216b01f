import type { ProjectDb } from '../../../core/mongo/index.ts';
import { rows } from '../../../core/mongo/scope/scoped.ts';
import { parts, unbounded } from './release-rows.ts';

/**
 * Adds the titles of entries of a release, from the display fields of their types; entries without one are
 * omitted.
 */
export async function addTitles(
  db: ProjectDb,
  { releaseId, ids }: { releaseId: string; ids: readonly string[] },
  titles: Map<string, string>,
): Promise<void> {
  if (ids.length === 0) return;
  const release = db.release(releaseId);
  const projected = { projection: { slug: 1, display_field: 1 }, ...unbounded };
  const types = await rows(release, parts.types.collection).find({}, projected);
  const displayFields = new Map(
    types.map((type) => [type['slug'] as string, type['display_field'] as string | null]),
  );
  const keys = [...new Set([...displayFields.values()].filter((key) => key !== null))];
  const projection = Object.fromEntries(
    ['id', 'type', ...keys.map((key) => `draft.${key}`)].map((path) => [path, 1]),
  );
  const entries = rows(release, parts.entries.collection).stream({ id: { $in: [...ids] } }, { projection });
  for await (const entry of entries) {
    const key = displayFields.get(entry['type'] as string);
    const value: unknown =
      key == null ? undefined : (entry['draft'] as Record<string, unknown> | undefined)?.[key];
    if (typeof value === 'string' && value !== '') titles.set(entry['id'] as string, value);
  }
}
