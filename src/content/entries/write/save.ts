import { noChangeTags } from '../../../contract/events/cache-tags.ts';
import type { PublishedVerb } from '../../../contract/events/events.ts';
import { combineErrors, apiError, type ApiError } from '../../../contract/errors/api-error.ts';
import type { TypeRecord } from '../../types/schema.ts';
import type { TypeShape } from '../../types/lookup.ts';
import type { EntryRecord, EntryValues } from '../store/schema.ts';
import { findHolderOfUnique, insertEntry, replaceEntry } from '../store/repository.ts';
import type { ReferenceTarget } from '../store/queries/page-repository.ts';
import { boundProblems } from '../../fields/blocks/bounds.ts';
import { checkWrittenIds, type UnpublishedWarning, type WrittenId } from '../../links/check.ts';
import type { Tx, WriteResult, ReleaseContext } from '../../../core/context/index.ts';
import type { ReleaseDb } from '../../../core/mongo/index.ts';
import {
  applyChange,
  endOfSave,
  entryItem,
  saveVersion,
  type StateChange,
  statusAt,
  visibleAt,
} from '../../../lifecycle/index.ts';
import { entryChangeTags } from '../change-tags.ts';
import { entryUrl, titleOf } from '../editor/label.ts';
import { inState, withAnotherEnd } from '../record.ts';
import { WriteTargets } from './write-targets.ts';
import { checkSize, sentLists } from './merge-values.ts';
import { type CheckedValues, checkSentValues, missingFields } from './read-values.ts';

/** One write on its way: the call inside its transaction, the type and what was there before. */
export interface EntryWrite {
  tx: Tx<ReleaseContext>;
  type: TypeShape;
  before: EntryRecord;
}

export interface EntryWarning {
  code: string;
  message: string;
  param?: string;
  block_id?: string;
}

/** What a write made of an entry. */
export interface StoredEntry {
  entry: EntryRecord;
  warnings: EntryWarning[];
  /** Entries that it points at, as far as the check of the write read them. */
  targets: ReadonlyMap<string, ReferenceTarget>;
  /** What readers notice of it. */
  verbs: readonly PublishedVerb[];
  /** Whether it begins a version in the history. */
  beginsVersion: boolean;
}

/** Stores what the change makes of the entry, with its events, or throws every fault that was found. */
export async function saveEntry(
  writing: EntryWrite,
  read: CheckedValues,
  change: StateChange<EntryValues> & { isWhole: boolean; restores?: boolean },
): Promise<StoredEntry> {
  const { tx, type, before } = writing;
  const { after: state, verbs, isChanged, isEndAlone, hiddenUntil } = applyChange(before, change, tx.now);
  const written = new WriteTargets({ type, values: state.draft });
  const links = await checkAll({ ...writing, tx: written.within(tx) }, read, state, change);
  const targets = written.foundBeside(before.id);
  const warnings: EntryWarning[] = [...read.warnings, ...links];
  if (hiddenUntil !== null) warnings.push(hiddenWarning(hiddenUntil));
  if (!isChanged) return { entry: before, warnings, targets, verbs, beginsVersion: false };

  checkSize(state.draft);
  const writeSeq = await tx.writeSeq();
  const after: EntryRecord = isEndAlone
    ? withAnotherEnd(before, inState(before, state, type))
    : { ...inState(before, state, type), write_seq: writeSeq };
  if (tx.checksUniques) await checkUniques(tx.db, type, after);
  await store(tx.db, before, after);
  const beginsVersion = await saveVersion(tx, {
    item: entryItem(tx.db.releaseId, after.id),
    before,
    after,
    published: change.publish === true && !(change.publishAt instanceof Date),
    apart: change.publishAt instanceof Date,
    restores: change.restores === true,
  });
  const told = entryChangeTags(tx, { before, after });
  if (verbs.length > 0 || told !== noChangeTags) tx.invalidate('content', told); // a draft alone moves no version
  for (const verb of verbs) emitEntryEvent(tx, { type, entry: after, verb });
  return { entry: after, warnings, targets, verbs, beginsVersion };
}

/**
 * Values, required fields and links; at publication the whole draft is checked, whenever it was written. What it points
 * at may be gone since then and reads null: only ids that are sent must lead somewhere.
 */
async function checkAll(
  { tx, type, before }: EntryWrite,
  read: CheckedValues,
  { draft, live }: Pick<EntryRecord, 'draft' | 'live'>,
  change: StateChange<EntryValues> & { isWhole: boolean; restores?: boolean },
): Promise<UnpublishedWarning[]> {
  const faults: ApiError[] = [...read.faults];
  let links: WrittenId[] = read.links;
  const goesLive = change.publish === true || change.publishAt instanceof Date;
  const isComplete = change.draftOnly !== true && (change.isWhole || goesLive);
  if (isComplete) faults.push(...missingFields(type, draft));
  if (goesLive) {
    const whole = await checkSentValues(type, draft, { isWhole: true, snapshots: [draft], now: tx.now });
    faults.push(...whole.faults.filter(({ code }) => code !== 'unknown_field'));
    links = whole.links;
  }
  const sent = sentLists(read.values);
  const isWhole = change.isWhole || goesLive;
  const mayBeIncomplete = change.draftOnly === true;
  const keepsRequired = !isWhole && !mayBeIncomplete;
  const bounds = { isWhole, isComplete: !mayBeIncomplete, keepsRequired, sent };
  const was = change.restores === true ? draft : before.draft; // bounds may be newer than what comes back
  faults.push(...boundProblems(type, { before: was, after: draft }, bounds));
  if (live !== null && live !== draft) {
    const liveBounds = { isWhole: false, isComplete: false, keepsRequired: true, sent };
    faults.push(...boundProblems(type, { before: before.live, after: live }, liveBounds));
  }
  const checked = await checkWrittenIds(tx, links);
  const isOld = checked.faults.length > 0 && links !== read.links;
  const { faults: lost } = isOld ? await checkWrittenIds(tx, read.links) : checked;
  const joined = combineErrors(inFieldOrder(type, [...faults, ...lost]));
  if (joined !== null) throw joined;
  return checked.warnings.filter(({ id }) => id !== before.id); // who reads the link reads the entry itself
}

/** Of keys that the type does not have last, as they name no field; those inside blocks stand where the block does. */
function inFieldOrder(type: TypeRecord, faults: readonly ApiError[]): ApiError[] {
  const keys = type.fields.map(({ key }) => key);
  const rank = ({ hints }: ApiError) => {
    const index = keys.indexOf((hints.param ?? '').split(/[.[]/)[0] ?? '');
    return index === -1 ? keys.length : index;
  };
  return firstOfEach(faults).sort((a, b) => rank(a) - rank(b));
}

/** One fault for each place, save that a list may hold several ids that lead nowhere. */
function firstOfEach(faults: readonly ApiError[]): ApiError[] {
  const told = new Map<string | undefined, Set<string>>();
  return faults.filter(({ code, message, hints }) => {
    const known = told.get(hints.param);
    const name = code === 'unknown_link' ? message : '';
    if (known === undefined) {
      told.set(hints.param, new Set([name]));
      return true;
    }
    const isTold = name === '' || known.has('') || known.has(name);
    known.add(name);
    return !isTold;
  });
}

/** @throws field_value_taken */
export async function checkUniques(db: ReleaseDb, type: TypeRecord, entry: EntryRecord): Promise<void> {
  if (entry.uniques === undefined) return;
  const holder = await findHolderOfUnique(db, { type: type.slug, uniques: entry.uniques, ownId: entry.id });
  if (holder === null) return;
  const shared = entry.uniques.find((unique) => holder.uniques?.includes(unique)) ?? '';
  const name = shared.slice(0, shared.indexOf('='));
  throw apiError('field_value_taken', { name }, { param: name });
}

async function store(db: ReleaseDb, before: EntryRecord, after: EntryRecord): Promise<void> {
  if (before.revision === 0) return insertEntry(db, after);
  // The transaction read `before`, so a write of another request would have ended it; a miss is a fault of ours.
  if (!(await replaceEntry(db, before, after)))
    throw new Error(`entry ${after.id} moved inside its transaction`);
}

function hiddenWarning(until: Date): EntryWarning {
  return {
    code: 'hidden_until',
    message: `Readers cannot see this until ${until.toISOString()}.`,
    param: 'published_at',
  };
}

/** Ends the work of a save of an entry, in the words of the audit log. */
export function endOfEntrySave<T>(
  { tx, type, before }: EntryWrite,
  { entry, verbs, beginsVersion }: Pick<StoredEntry, 'entry' | 'verbs' | 'beginsVersion'>,
  result: T,
): WriteResult<T> {
  if (entry === before) return tx.unchanged(result);
  const saved = { before, after: entry, verbs, beginsVersion };
  return endOfSave(tx, { group: 'entry', ...auditedEntry(tx, type, entry), ...saved }, result);
}

/** The entry as the audit log names it. */
export function auditedEntry({ db }: Pick<ReleaseContext, 'db'>, type: TypeRecord, entry: EntryRecord) {
  const title = titleOf(type, entry.draft, entry.id);
  return {
    subject: { kind: 'entry', id: entry.id, type: type.slug, title },
    releaseId: db.releaseId,
  } as const;
}

/** Stores the event of a change that readers of the default release notice; other releases are silent. */
export function emitEntryEvent(
  tx: Tx<ReleaseContext>,
  { type, entry, verb }: { type: TypeRecord; entry: EntryRecord; verb: PublishedVerb },
): void {
  if (!tx.release.default) return;
  const state = verb === 'unpublished' ? 'draft' : verb === 'deleted' ? statusAt(entry, tx.now) : 'published';
  tx.emit({
    name: `content.entry.${verb}`,
    subject: entry.id,
    revision: entry.revision,
    data: {
      id: entry.id,
      type: type.slug,
      title: titleOf(type, entry.live ?? entry.draft, entry.id),
      status: state,
      published_at: entry.published_at?.toISOString() ?? null,
      updated_at: entry.updated_at.toISOString(),
      revision: entry.revision,
      url: entryUrl(type.kind, type.slug, entry.id),
    },
    isPublic: verb !== 'deleted' || visibleAt(entry, tx.now) !== null,
  });
}
