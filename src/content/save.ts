import type { PublishedVerb } from '../contract/events.ts';
import { joinProblems, problem, type Problem } from '../contract/problem.ts';
import type { TypeRecord } from '../content-types/schema.ts';
import type { EntryRecord, EntryValues } from '../entries/schema.ts';
import { findHolderOfUnique, insertEntry, replaceEntry, uniqueValues } from '../entries/service.ts';
import { checkWrittenIds, type UnpublishedWarning, type WrittenId } from '../links/service.ts';
import type { ReleaseCall } from '../platform/call.ts';
import type { Inside } from '../platform/writer.ts';
import type { ReleaseDb } from '../platform/mongo/handle.ts';
import { applyChange, type StateChange, statusAt, visibleAt } from '../publishing/service.ts';
import { entryItem, keepVersion } from '../versions/service.ts';
import { entryUrl, titleOf } from './label.ts';
import { inState } from './record.ts';
import { type CheckedValues, checkSentValues, checkSize, missingFields } from './read-values.ts';

/** One write on its way: the call inside its transaction, the type and what was there before. */
export interface EntryWrite {
  inside: Inside<ReleaseCall>;
  type: TypeRecord;
  before: EntryRecord;
}

export interface EntryWarning {
  code: string;
  message: string;
  param?: string;
}

/** Stores what the change makes of the entry, with its events, or throws every fault that was found. */
export async function saveEntry(
  writing: EntryWrite,
  read: CheckedValues,
  change: StateChange<EntryValues> & { isWhole: boolean },
): Promise<{ entry: EntryRecord; warnings: EntryWarning[] }> {
  const { inside, type, before } = writing;
  const { after: state, verbs, isChanged, hiddenUntil } = applyChange(before, change, inside.now);
  const links = await checkAll(writing, read, state.draft, change);
  const warnings: EntryWarning[] = [...read.warnings, ...links];
  if (hiddenUntil !== null) warnings.push(hiddenWarning(hiddenUntil));
  if (!isChanged) return { entry: before, warnings };

  checkSize(state.draft);
  const after = { ...inState(before, state, type), write_seq: await inside.writeSeq() };
  await checkUniques(inside.db, type, after);
  await store(inside.db, before, after);
  await keepVersion(inside, {
    item: entryItem(inside.db.releaseId, after.id),
    before,
    after,
    published: change.publish === true,
  });
  if (visibleAt(before, inside.now) !== null || after.live !== null || before.live !== null)
    inside.touch('content');
  for (const verb of verbs) emitEntryEvent(inside, { type, entry: after, verb });
  return { entry: after, warnings };
}

/**
 * Values, required fields and links; at publication the whole draft is checked, whenever it was written. What it points
 * at may be gone since then and reads null: only ids that are sent must lead somewhere.
 */
async function checkAll(
  { inside, type, before }: EntryWrite,
  read: CheckedValues,
  draft: EntryValues,
  change: StateChange<EntryValues> & { isWhole: boolean },
): Promise<UnpublishedWarning[]> {
  const faults: Problem[] = [...read.faults];
  let links: WrittenId[] = read.links;
  const isComplete = change.draftOnly !== true && (change.isWhole || change.publish === true);
  if (isComplete) faults.push(...missingFields(type, draft));
  if (change.publish === true) {
    const whole = await checkSentValues(type, draft);
    faults.push(...whole.faults.filter(({ code }) => code !== 'unknown_field'));
    links = whole.links;
  }
  const checked = await checkWrittenIds(inside, links);
  const isOld = checked.faults.length > 0 && links !== read.links;
  const { faults: lost } = isOld ? await checkWrittenIds(inside, read.links) : checked;
  const joined = joinProblems(inFieldOrder(type, [...faults, ...lost]));
  if (joined !== null) throw joined;
  return checked.warnings.filter(({ id }) => id !== before.id); // who reads the link reads the entry itself
}

function inFieldOrder(type: TypeRecord, faults: readonly Problem[]): Problem[] {
  const keys = type.fields.map(({ key }) => key);
  const rank = ({ code, hints }: Problem) => {
    const index = code === 'unknown_field' ? -1 : keys.indexOf((hints.param ?? '').split(/[.[]/)[0] ?? '');
    return index === -1 ? keys.length : index;
  };
  return firstOfEach(faults).sort((a, b) => rank(a) - rank(b));
}

/** One fault for each place, save that a list may hold several ids that lead nowhere. */
function firstOfEach(faults: readonly Problem[]): Problem[] {
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
async function checkUniques(db: ReleaseDb, type: TypeRecord, entry: EntryRecord): Promise<void> {
  if (entry.uniques === undefined) return;
  const holder = await findHolderOfUnique(db, { type: type.slug, uniques: entry.uniques, ownId: entry.id });
  if (holder === null) return;
  const taken = [...uniqueValues(type.fields, holder.draft), ...uniqueValues(type.fields, holder.live ?? {})];
  const both = entry.uniques.find((unique) => taken.includes(unique)) ?? '';
  const name = both.slice(0, both.indexOf('='));
  throw problem('field_value_taken', { name }, { param: name });
}

async function store(db: ReleaseDb, before: EntryRecord, after: EntryRecord): Promise<void> {
  if (before.revision === 0) return insertEntry(db, after);
  // The transaction read `before`, so somebody else's write would have ended it; a miss is a fault of ours.
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

/** Stores the event of a change that readers of the default release notice; other releases are silent. */
export function emitEntryEvent(
  inside: Inside<ReleaseCall>,
  { type, entry, verb }: { type: TypeRecord; entry: EntryRecord; verb: PublishedVerb },
): void {
  if (!inside.release.default) return;
  const state =
    verb === 'unpublished' ? 'draft' : verb === 'deleted' ? statusAt(entry, inside.now) : 'published';
  inside.emit({
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
    isPublic: verb !== 'deleted' || visibleAt(entry, inside.now) !== null,
  });
}
