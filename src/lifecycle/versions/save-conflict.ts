import { newId } from '../../contract/ids.ts';
import type { Tx, ProjectContext } from '../../core/context/index.ts';
import { forgetCounts } from './counts.ts';
import { insertVersion } from './repository.ts';
import type { VersionRecord } from './schema.ts';

/** The losing sides of the conflicts of one save. */
export interface LostSides {
  /** The id of the item; see `entryItem`. */
  item: string;
  before: { draft: object; revision: number; updated_at: Date };
  /** The revision of the draft after the save. */
  revision: number;
  /** The draft with the caller's side; null if it did not lose. */
  mine: object | null;
  /** Whether the draft before the save lost. */
  losesTheirs: boolean;
}

/** Stores the losing sides as versions that no later save changes. @returns their ids */
export async function saveConflictVersions(
  { caller, now, db }: Pick<Tx<ProjectContext>, 'caller' | 'now' | 'db'>,
  { item, before, revision, mine, losesTheirs }: LostSides,
): Promise<string[]> {
  const author = caller === null ? null : { id: caller.keyId, name: caller.name };
  const lost: Pick<VersionRecord, 'values' | 'author' | 'revision' | 'saved_at'>[] = [
    ...(mine === null ? [] : [{ values: mine, author, revision, saved_at: now }]),
    // The author of the stored side isn't read, because each save would need another query.
    ...(losesTheirs
      ? [{ values: before.draft, author: null, revision: before.revision, saved_at: before.updated_at }]
      : []),
  ];
  const ids: string[] = [];
  for (const version of lost) {
    const id = newId('version', now);
    ids.push(id);
    await insertVersion(db, {
      ...version,
      ...{ _id: `${db.projectId}/${item}/conflict/${id}`, id, item, kind: 'conflict' },
      ...{ published: false, first_saved_at: version.saved_at },
    });
  }
  if (ids.length > 0) forgetCounts(db, [item]);
  return ids;
}
