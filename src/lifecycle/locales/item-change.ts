import { isDeepStrictEqual } from 'node:util';
import { earliest, latest } from '../../contract/time.ts';
import { hasEnded, isVisible } from '../publishing/due/ends.ts';
import { dueChange } from '../publishing/due/due-change.ts';
import { applyChange, newItem, type StateChange } from '../publishing/state-machine.ts';
import { type ItemAt, type ItemNotice, isSameView, noticeOf, type Readership, viewIn } from './notices.ts';
import type { LocaleState, LocalizedItem, OwnValues } from './schema.ts';
import {
  changeShared,
  type LocalePhase,
  type SharedChange,
  type SharedWrite,
  withScheduled,
} from './shared.ts';

/** One write of an item in one or more locales. */
export interface ItemChange {
  /** By the id of the locale. */
  locales: ReadonlyMap<string, StateChange<OwnValues>>;
  mergeShared: (values: OwnValues) => OwnValues;
  /** False if written and waiting shared values stay in the draft. */
  publishesShared: boolean;
}

export interface ChangedItem {
  /** The item before the write if nothing changed. */
  after: LocalizedItem;
  shared: SharedChange;
  notice: ItemNotice;
  /** Locales that were live and got a start in the future, with that date. */
  hiddenUntil: ReadonlyMap<string, Date>;
}

/**
 * An item after one write. Nothing may be due. Each locale has the states of an item with
 * one locale. Revisions come from the counter of the item, and a locale gets the new one if its draft or what its readers
 * see changes.
 */
export function applyItemChange(
  before: LocalizedItem,
  change: ItemChange,
  { readership, now }: { readership: Readership; now: Date },
): ChangedItem {
  const states = new Map(before.states);
  const hiddenUntil = new Map<string, Date>();
  const isOnlyState = before.revision === 0 && change.locales.size === 1; // an item exists in one locale at least
  for (const [id, localeChange] of change.locales) {
    const state = before.states.get(id);
    const numbered = { ...(state ?? newItem<OwnValues>({}, now)), revision: before.revision };
    const changed = applyChange(numbered, localeChange, now);
    if (changed.hiddenUntil !== null) hiddenUntil.set(id, changed.hiddenUntil);
    if (changed.isChanged && (isOnlyState || state !== undefined || hasContent(changed.after)))
      states.set(id, changed.after);
  }
  const shared = changeShared(before.shared, sharedWrite(states, change, now));
  if (shared.scheduled !== undefined)
    for (const [id, { publishAt }] of change.locales) schedule(states, id, shared.scheduled, publishAt);
  const item = { shared: shared.after, states, revision: before.revision + 1 };
  const isDraftChanged = !isDeepStrictEqual(before.shared.draft, shared.after.draft);
  const after = withRevisions(
    { item: before, now },
    { item, now },
    readership,
    (id) => isDraftChanged && change.locales.has(id),
  );
  if (isDeepStrictEqual(before.shared, shared.after) && sameStates(before, after))
    return { after: before, shared, notice: { verb: null, locales: [] }, hiddenUntil };
  return {
    after,
    shared,
    notice: noticeOf({ item: before, now }, { item: after, now }, readership),
    hiddenUntil,
  };
}

/** Where a locale is at a time. */
export function phaseAt(state: LocaleState | undefined, now: Date): LocalePhase {
  if (state === undefined || state.live_at === null || hasEnded(state, now)) return 'draft';
  return isVisible(state, now) ? 'live' : 'scheduled';
}

/** Whether a new locale has a value, or another state than that of an item that does not exist. */
function hasContent({ draft, live_at }: LocaleState): boolean {
  return live_at !== null || Object.values(draft).some((value) => value != null);
}

function sharedWrite(states: LocalizedItem['states'], change: ItemChange, now: Date): SharedWrite {
  const { locales, mergeShared: merge, publishesShared } = change;
  const changes = [...locales.values()];
  const publishDates = changes.map(({ publishAt }) => (publishAt instanceof Date ? publishAt : null));
  return {
    merge,
    publishesShared,
    addressed: [...locales.keys()].map((id) => phaseAt(states.get(id), now)),
    others: [...states].filter(([id]) => !locales.has(id)).map(([, state]) => phaseAt(state, now)),
    publishes: changes.some(({ publish, publishAt }) => publish === true && !(publishAt instanceof Date)),
    publishAt: publishDates.reduce(earliest, null),
    draftOnly: changes.every(({ draftOnly }) => draftOnly === true),
  };
}

function schedule(
  states: Map<string, LocaleState>,
  id: string,
  shared: OwnValues,
  publishAt: Date | null | undefined,
): void {
  const state = states.get(id);
  if (!(publishAt instanceof Date) || state?.pending === undefined) return;
  states.set(id, { ...state, pending: { ...state.pending, shared } });
}

/** Gives the revision of the item to each locale whose readers see another item than before. */
function withRevisions(
  before: NonNullable<ItemAt>,
  { item, now }: NonNullable<ItemAt>,
  readership: Readership,
  isDraftChanged: (id: string) => boolean = () => false,
): LocalizedItem {
  const states = new Map(item.states);
  for (const [id, state] of item.states) {
    const [viewBefore, viewAfter] = [viewIn(before, id, readership), viewIn({ item, now }, id, readership)];
    const isViewChanged = viewAfter !== null && !isSameView(viewBefore, viewAfter);
    if (!isViewChanged && !isDraftChanged(id)) continue;
    const { revision } = item;
    const at = latest(state.updated_at, now);
    const live = isViewChanged ? { live_revision: revision, live_updated_at: at } : {};
    states.set(id, { ...state, revision, updated_at: at, ...live });
  }
  return { ...item, states };
}

function sameStates({ states: before }: LocalizedItem, { states: after }: LocalizedItem): boolean {
  return before.size === after.size && [...after].every(([id, state]) => state === before.get(id));
}

/** A start, a scheduled change or an end of one locale that has no event yet. */
export interface DueMoment {
  locale: string;
  at: Date;
}

/** The earliest due date of an item, or null. Two locales with the same date are due one after the other. */
export function firstDue({ states }: Pick<LocalizedItem, 'states'>, now: Date): DueMoment | null {
  let first: DueMoment | null = null;
  for (const [locale, { status, live_at, live_until, pending }] of states)
    for (const at of [status === 'scheduled' ? live_at : null, pending?.at, live_until])
      if (at != null && at <= now && (first === null || at < first.at)) first = { locale, at };
  return first;
}

/** An item after its earliest due date, and what readers noticed of it at that date. */
export interface DueItem extends DueMoment {
  after: LocalizedItem;
  notice: ItemNotice;
}

/**
 * Applies the earliest due date of an item; null if nothing is due. Each date has its own event, so apply it again for
 * the next one.
 */
export function applyFirstDue(before: LocalizedItem, readership: Readership, now: Date): DueItem | null {
  const moment = firstDue(before, now);
  const state = moment === null ? undefined : before.states.get(moment.locale);
  if (moment === null || state === undefined) return null;
  const { locale, at } = moment;
  const due = dueChange<OwnValues, LocaleState>({ ...state, revision: before.revision }, at)?.after ?? state;
  const isCounted = due.revision > before.revision;
  const states = new Map(before.states).set(locale, isCounted ? due : { ...due, revision: state.revision });
  const change = due.pending === undefined ? state.pending?.shared : undefined;
  const { draft, live } = before.shared;
  const isHidden = [...states.values()].every(({ live_at: start }) => start === null);
  const shared = {
    draft,
    live: isHidden ? null : change === undefined ? live : withScheduled(live ?? {}, change),
  };
  const beforeIt = { item: before, now: new Date(at.getTime() - 1) };
  const next = withRevisions(
    beforeIt,
    { item: { shared, states, revision: before.revision + 1 }, now: at },
    readership,
  );
  const isRevised = [...next.states.values()].some(({ revision }) => revision > before.revision);
  const after = isRevised ? next : { ...next, revision: before.revision };
  return { locale, at, after, notice: noticeOf(beforeIt, { item: after, now: at }, readership) };
}

/** The item without a locale. Shared values are live only while a locale is. */
export function withoutLocale(
  { shared, states: before, revision }: LocalizedItem,
  id: string,
): LocalizedItem {
  const states = new Map(before);
  states.delete(id);
  const isHidden = [...states.values()].every(({ live_at: start }) => start === null);
  return { shared: isHidden ? { ...shared, live: null } : shared, states, revision: revision + 1 };
}
