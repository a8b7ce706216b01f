import { isDeepStrictEqual } from 'node:util';
import { newId } from '../../contract/ids.ts';
import { limits } from '../../contract/limits.ts';
import type { Tx, ProjectContext } from '../../core/context/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { knownCount, noteCount } from './counts.ts';
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

/** Saves by one author in one such window are one version, in milliseconds: an editor saves every few seconds. */
const windowMs = 5 * 60_000;

interface SavedSnapshot {
  draft: object;
  live: object | null;
  revision: number;
  live_revision: number | null;
  updated_at: Date;
  live_updated_at: Date | null;
}

/** A save as it is kept. */
export interface VersionedItem {
  /** Names the item; see `entryItem`. */
  item: string;
  before: SavedSnapshot;
  after: SavedSnapshot;
  /** Whether this save published it; such a version is never merged into. */
  published: boolean;
  /** Whether later saves leave it alone, as those of a published one do. */
  apart?: boolean;
  /** Whether it puts an older draft in place of the draft. */
  restores?: boolean;
}

/** A state that stays as a version of its own. */
type KeptState = Pick<VersionRecord, 'values' | 'revision' | 'saved_at' | 'published'>;

/**
 * Keeps what a person saved, in the transaction of the save: one write, and a count of the versions there are where
 * this process has kept none of the item. At most 100 of an item stay, the newest. The first one keeps what was there
 * before, too. A state that the save discards, replaces, hides or shortens by more than a fifth stays as a version of
 * its own (specification: history). What the service does by its own hands (seeds, imports) is no version.
 * @returns whether the save begins a version; draft saves that go into one that is there do not
 */
export async function saveVersion(
  {
    caller,
    now,
    db,
    afterCommit: whenStored,
  }: Pick<Tx<ProjectContext>, 'caller' | 'now' | 'db' | 'afterCommit'>,
  saved: VersionedItem,
): Promise<boolean> {
  if (caller === null) return true;
  const { item, before, after, published } = saved;
  const replaces = saved.restores === true || discards(before, after);
  const lengths = { before: draftLength(before.draft), after: draftLength(after.draft) };
  const isLost = replaces || removesMuch(lengths.before, lengths.after);
  const lost = lostStates(saved, isLost);
  for (const state of lost) await keepState(db, item, state);
  const window = Math.floor(now.getTime() / windowMs);
  const slot = published
    ? `published/${after.revision}`
    : replaces || saved.apart === true
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
  const isNew = await put(db, record, before, lengths);
  if (!isNew) return false;
  const known = before.revision === 0 ? 0 : knownCount(db, item); // what is new has no other version
  const kept =
    known === undefined ? await countVersions(db, item, limits.versions_max + 1) : known + lost.length + 1;
  if (known === undefined && kept === 1) await keepState(db, item, draftState(before));
  whenStored((outside) => noteCount(outside, item, kept));
  return true;
}

/** Stores the version; the longest state of a window that shrinks stays. Answers whether the version is new. */
async function put(
  db: ProjectDb,
  record: VersionRecord,
  before: SavedSnapshot,
  lengths: { before: DraftLength; after: DraftLength },
): Promise<boolean> {
  const [length, left] = [lengths.before.total, lengths.after.total];
  if (left >= length || record.revision === 1) return putVersion(db, record);
  const { draft: values, revision, updated_at: saved_at } = before;
  const { isNew, peak } = await putShorterVersion(db, record, { values, length, revision, saved_at });
  if (!isNew && peak !== null && isMuchShorter(peak.length, left)) await keepPeak(db, record, peak);
  return isNew;
}

async function keepPeak(db: ProjectDb, { _id, item }: VersionRecord, peak: VersionPeak): Promise<void> {
  const { values, revision, saved_at } = peak;
  await keepState(db, item, { values, revision, saved_at, published: false });
  await dropPeak(db, _id);
}

/** Whether the save makes the draft what is live. */
function discards(before: SavedSnapshot, after: SavedSnapshot): boolean {
  return (
    before.live !== null &&
    isDeepStrictEqual(after.draft, before.live) &&
    !isDeepStrictEqual(before.draft, before.live)
  );
}

/** What would be found nowhere after the save: the draft before it when `isLost`, and what it hides. */
function lostStates({ before, after }: VersionedItem, isLost: boolean): KeptState[] {
  if (before.revision === 0) return [];
  const { live, live_revision, live_updated_at } = before;
  const hides = live !== null && after.live === null && !isDeepStrictEqual(live, before.draft);
  return [
    ...(isLost ? [draftState(before)] : []),
    ...(hides && live_revision !== null
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

function draftState({ draft: values, revision, updated_at: saved_at }: SavedSnapshot): KeptState {
  return { values, revision, saved_at, published: false };
}

/** Keeps a state as a version that no later save changes: with its author where a version of it was open, else unknown. */
async function keepState(db: ProjectDb, item: string, state: KeptState): Promise<void> {
  const found = await findVersionAt(db, item, state.revision);
  const start = `${db.projectId}/${item}/`;
  if (found !== null && /^(published|apart|kept|beginning)/.test(found._id.slice(start.length))) return;
  if (found !== null) await deleteVersions(db, [found._id]);
  await insertVersion(db, {
    ...state,
    _id: `${start}kept/${state.revision}`,
    id: found?.id ?? newId('version', state.saved_at),
    item,
    author: found?.author ?? null,
    first_saved_at: found?.first_saved_at ?? state.saved_at,
  });
}
