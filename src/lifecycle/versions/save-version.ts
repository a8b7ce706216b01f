import { isDeepStrictEqual } from 'node:util';
import { newId } from '../../contract/ids.ts';
import { limits } from '../../contract/limits.ts';
import type { Tx, ProjectContext } from '../../core/context/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { knownCount, rememberCount } from './counts.ts';
import { type DraftLength, draftLength, isMuchShorter, removesMuch } from './removal.ts';
import {
  countVersions,
  deleteVersions,
  dropPeak,
  findVersionAt,
  insertVersion,
  putShorterVersion,
  putVersion,
} from './repository.ts';
import type { VersionPeak, VersionRecord } from './schema.ts';

/** Milliseconds in which saves by one author are one version: an editor saves every few seconds. */
const windowMs = 5 * 60_000;

interface SavedSnapshot {
  draft: object;
  live: object | null;
  revision: number;
  live_revision: number | null;
  updated_at: Date;
  live_updated_at: Date | null;
}

/** A save of an item. */
export interface VersionedItem {
  /** The id of the item; see `entryItem`. */
  item: string;
  before: SavedSnapshot;
  after: SavedSnapshot;
  /** Later saves never change a version that was published or scheduled, or that restored an older draft. */
  change: {
    publish?: boolean | undefined;
    publishAt?: Date | null | undefined;
    restores?: boolean | undefined;
  };
}

/** A state that becomes its own version. */
type SeparateState = Pick<VersionRecord, 'values' | 'revision' | 'saved_at' | 'published'>;

/**
 * Stores a save by a person or key as a version, in the transaction of the save. The first version also stores the state
 * before it, and states that a save discards, hides or shortens by more than a fifth become their own versions
 * (specification: history).
 * @returns whether the save starts a version
 */
export async function saveVersion(
  { caller, now, db, afterCommit }: Pick<Tx<ProjectContext>, 'caller' | 'now' | 'db' | 'afterCommit'>,
  save: VersionedItem,
): Promise<boolean> {
  if (caller === null) return true;
  const { item, before, after, change } = save;
  const isScheduled = change.publishAt instanceof Date;
  const published = change.publish === true && !isScheduled;
  const replaces = change.restores === true || discards(before, after);
  const lengths = { before: draftLength(before.draft), after: draftLength(after.draft) };
  const isLost = replaces || removesMuch(lengths.before, lengths.after);
  const lostStates = findLostStates(save, isLost);
  for (const state of lostStates) await storeSeparately(db, item, state);
  const window = Math.floor(now.getTime() / windowMs);
  const slot = published
    ? `published/${after.revision}`
    : replaces || isScheduled
      ? `apart/${after.revision}`
      : `${caller.keyId}/${window}`;
  const record: VersionRecord = {
    _id: `${db.projectId}/${item}/${slot}`,
    id: newId('version', now),
    item,
    values: after.draft,
    author: { id: caller.keyId, name: caller.name },
    revision: after.revision,
    published,
    first_saved_at: now,
    saved_at: now,
  };
  const isNew = await storeVersion(db, record, before, lengths);
  if (!isNew) return false;
  const cachedCount = before.revision === 0 ? 0 : knownCount(db, item); // a new item has no other versions
  const count =
    cachedCount === undefined
      ? await countVersions(db, item, limits.versions_max + 1)
      : cachedCount + lostStates.length + 1;
  if (cachedCount === undefined && count === 1) await storeSeparately(db, item, draftState(before));
  afterCommit((outside) => rememberCount(outside, item, count));
  return true;
}

/** Stores a version of each locale of an item whose state changed. @returns whether one of them begins */
export async function saveVersions(
  tx: Parameters<typeof saveVersion>[0],
  saves: readonly VersionedItem[],
): Promise<boolean> {
  let beginsVersion = false;
  for (const save of saves) {
    if (save.after.revision === save.before.revision) continue;
    const isNew = await saveVersion(tx, save);
    beginsVersion ||= isNew;
  }
  return beginsVersion;
}

/** Stores the version, and the longest state if the draft shrinks. @returns whether the version is new */
async function storeVersion(
  db: ProjectDb,
  record: VersionRecord,
  before: SavedSnapshot,
  lengths: { before: DraftLength; after: DraftLength },
): Promise<boolean> {
  const [lengthBefore, lengthAfter] = [lengths.before.total, lengths.after.total];
  if (lengthAfter >= lengthBefore || record.revision === 1) return putVersion(db, record);
  const { draft: values, revision, updated_at: saved_at } = before;
  const { isNew, peak } = await putShorterVersion(db, record, {
    values,
    length: lengthBefore,
    revision,
    saved_at,
  });
  if (!isNew && peak !== null && isMuchShorter(peak.length, lengthAfter)) await storePeak(db, record, peak);
  return isNew;
}

async function storePeak(db: ProjectDb, { _id, item }: VersionRecord, peak: VersionPeak): Promise<void> {
  const { values, revision, saved_at } = peak;
  await storeSeparately(db, item, { values, revision, saved_at, published: false });
  await dropPeak(db, _id);
}

/** Whether the save resets the draft to the live values. */
function discards(before: SavedSnapshot, after: SavedSnapshot): boolean {
  return (
    before.live !== null &&
    isDeepStrictEqual(after.draft, before.live) &&
    !isDeepStrictEqual(before.draft, before.live)
  );
}

/**
 * Returns the states that would be lost: the draft before the save if `isLost`, and live values that it
 * hides.
 */
function findLostStates({ before, after }: VersionedItem, isLost: boolean): SeparateState[] {
  if (before.revision === 0) return [];
  const { live, live_revision, live_updated_at } = before;
  const isHidden = live !== null && after.live === null && !isDeepStrictEqual(live, before.draft);
  return [
    ...(isLost ? [draftState(before)] : []),
    ...(isHidden && live_revision !== null
      ? [
          {
            values: live,
            revision: live_revision,
            saved_at: live_updated_at ?? before.updated_at,
            published: true,
          },
        ]
      : []),
  ];
}

function draftState({ draft: values, revision, updated_at: saved_at }: SavedSnapshot): SeparateState {
  return { values, revision, saved_at, published: false };
}

/**
 * Stores a state as a version that no later save changes. Its author is that of an open version with this
 * state, or unknown.
 */
async function storeSeparately(db: ProjectDb, item: string, state: SeparateState): Promise<void> {
  const existing = await findVersionAt(db, item, state.revision);
  const start = `${db.projectId}/${item}/`;
  if (existing !== null && /^(published|apart|kept|beginning)/.test(existing._id.slice(start.length))) return;
  if (existing !== null) await deleteVersions(db, [existing._id]);
  await insertVersion(db, {
    ...state,
    _id: `${start}kept/${state.revision}`,
    id: existing?.id ?? newId('version', state.saved_at),
    item,
    author: existing?.author ?? null,
    first_saved_at: existing?.first_saved_at ?? state.saved_at,
  });
}
