import { storageKeyOf } from '../../../contract/fields/storage-key.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import { rows } from '../../../core/mongo/scope/scoped.ts';
import { parts, noTimeLimit } from './release-rows.ts';

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
  const options = {
    projection: { slug: 1, display_field: 1, 'fields.key': 1, 'fields.storage_key': 1 },
    ...noTimeLimit,
  };
  const types = await rows(release, parts.types.collection).find({}, options);
  const labelKeys = new Map(
    types.map(({ slug, display_field: key, fields }): [string, string | null] => [
      slug as string,
      key == null ? null : storageKeyOf(fields as { key: string }[], key as string),
    ]),
  );
  const keys = [...new Set([...labelKeys.values()].filter((key) => key !== null))];
  const projection = Object.fromEntries(
    ['id', 'type', ...keys.map((key) => `draft.${key}`)].map((path) => [path, 1]),
  );
  const entries = rows(release, parts.entries.collection).stream({ id: { $in: [...ids] } }, { projection });
  for await (const entry of entries) {
    const key = labelKeys.get(entry['type'] as string);
    const value: unknown =
      key == null ? undefined : (entry['draft'] as Record<string, unknown> | undefined)?.[key];
    if (typeof value === 'string' && value !== '') titles.set(entry['id'] as string, value);
  }
}
