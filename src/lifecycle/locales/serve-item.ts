import { isDeepStrictEqual } from 'node:util';
import type { Document } from 'mongodb';
import { apiError } from '../../contract/errors/api-error.ts';
import {
  type LocaleRead,
  type LocaleRecord,
  type ProjectContext,
  withLocaleRows,
} from '../../core/context/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { fallbackChain } from '../../projects/index.ts';
import { hiddenInLocales } from '../publishing/conditions.ts';
import { draftAsLive, withStoredState } from '../publishing/drafts.ts';
import { isVisible, withoutDates } from '../publishing/due/ends.ts';
import type { PublishableItem, VisiblePeriodPath } from '../publishing/schema.ts';
import { newItem } from '../publishing/state-machine.ts';
import { applyFirstDue } from './item-change.ts';
import type { Readership } from './notices.ts';
import type { LocalizedItem, LocaleState, LocaleStates, OwnValues } from './schema.ts';
import { type ServedAddress, type ServedLocale, serveLocale } from './served.ts';
import { type LocaleKeys, storedItem, type ValueParts } from './stored-item.ts';

/** An item with the values, dates and revision of one locale. `live` is null where the item is not served. */
export interface ServedItem<R> {
  item: R;
  /** The id of the locale that is served. */
  locale: string;
  /** The locale of each value that is not of the served one, by address. */
  fallbacks: Readonly<Record<string, string>>;
}

/** How a kind of items is served in locales. */
export interface ServedForm<V> {
  parts: ValueParts<V>;
  /** The addresses of the localized values of an item with these shared values. */
  addressesOf: (shared: Readonly<Record<string, unknown>>) => Iterable<ServedAddress>;
}

/** What the items of a locale depend on. */
export type LocaleItemReader = Pick<ProjectContext, 'project' | 'now'> & { readonly db: ProjectDb };

/** The item in one locale as readers see it, as a preview shows it, or as it will be at the later time of a preview. */
export function serveItem<V, R extends PublishableItem<V> & LocaleKeys>(
  { db, project, now }: LocaleItemReader,
  { parts, addressesOf }: ServedForm<V>,
  {
    record,
    id,
    chain,
    mode,
  }: { record: R; id: string; chain: readonly [string, ...string[]]; mode: LocaleRead['mode'] },
): ServedItem<R> {
  const isDraft = showsDraft(db, id);
  const { list } = project.locales;
  const stored = storedItem(record, parts, list);
  const item = isDraft
    ? draftItem(stored)
    : db.asOf === null
      ? stored
      : itemAt(stored, { list, addressesOf }, now);
  const shared = item.shared.live ?? {};
  const result = serveLocale(item.states, { chain, mode, addresses: addressesOf(shared), now });
  const locale = result?.locale ?? chain[0];
  const state: LocaleState = item.states.get(locale) ?? newItem({}, now);
  const live = result === null ? null : parts.join(shared, result.values);
  // The state has the keys of an item, and the record all others.
  const served = { ...withoutDates(record), ...state, created_at: record.created_at, live } as unknown as R;
  const storedState = stored.states.get(locale);
  const isShown = isDraft && storedState !== undefined;
  return {
    item: isShown ? withDraftState(served, stored, storedState) : served,
    locale,
    fallbacks: result?.fallbacks ?? {},
  };
}

/** Whether a preview shows the draft of an item. */
function showsDraft({ readsDrafts, draftOf }: ProjectDb, id: string): boolean {
  return readsDrafts && (draftOf === null || draftOf === id);
}

/** The locales in which readers see an item, or, in previews, those with content; in project order. */
export function visibleLocales(
  { db, project, now }: LocaleItemReader,
  id: string,
  { periods, ...period }: Pick<PublishableItem<unknown>, VisiblePeriodPath> & Pick<LocaleKeys, 'periods'>,
): LocaleRecord[] {
  const { list } = project.locales;
  const isDraft = showsDraft(db, id);
  const all = periods ?? list.slice(0, 1).map(({ id: locale }) => ({ ...period, locale }));
  const visibleIds = new Set(all.filter((one) => isDraft || isVisible(one, now)).map(({ locale }) => locale));
  return list.filter((locale) => visibleIds.has(locale.id));
}

/** The states in which previews see drafts: every locale with content is visible. */
export function draftStates(states: LocaleStates): LocaleStates {
  return new Map([...states].map(([id, state]) => [id, draftAsLive(state)]));
}

/** The values of a locale as previews show them, also if it has no content yet; empty ones are those of fallbacks. */
export function serveDraft(
  states: LocaleStates,
  locale: string,
  { list, addresses, now }: { list: readonly LocaleRecord[]; addresses: Iterable<ServedAddress>; now: Date },
): Pick<ServedLocale, 'values' | 'fallbacks'> {
  const ownState = states.get(locale) ?? newItem<OwnValues>({}, now);
  const drafts = draftStates(new Map(states).set(locale, ownState));
  const chain = fallbackChain(list, locale);
  return serveLocale(drafts, { chain, mode: 'fields', addresses, now }) ?? { values: {}, fallbacks: {} };
}

/** The item at a later time, if nobody changes it until then. */
function itemAt(item: LocalizedItem, readership: Readership, at: Date): LocalizedItem {
  for (let after = item; ;) {
    const due = applyFirstDue(after, readership, at);
    if (due === null) return after;
    after = due.after;
  }
}

/** The item as previews see it: each locale with content shows its draft. */
function draftItem({ shared: { draft }, states, revision }: LocalizedItem): LocalizedItem {
  return { shared: { draft, live: draft }, states: draftStates(states), revision };
}

function withDraftState<R extends PublishableItem<unknown>>(
  served: R,
  { shared }: LocalizedItem,
  state: LocaleState,
): R {
  const isChanged =
    !isDeepStrictEqual(state.draft, state.live) || !isDeepStrictEqual(shared.draft, shared.live);
  return withStoredState(served, state, isChanged);
}

/** The context that reads rows of the requested locale, or, with `fallback=entries`, of all locales of its chain. */
export function withServedRows<C extends Pick<ProjectContext, 'project'> & { readonly db: ProjectDb }>(
  context: C,
): C {
  const { db, project } = context;
  if (db.locale?.mode !== 'entries' || !db.readsLocaleRows) return context;
  return withLocaleRows(context, servedRows(db, fallbackChain(project.locales.list, db.locale.chain[0])));
}

/** The rows that `fallback=entries` serves: of each item that of the first locale in the chain that is visible. */
function servedRows({ locale, readsDrafts, draftOf }: ProjectDb, chain: readonly string[]): Document {
  const now = locale?.now ?? new Date(0);
  const branches = chain.map((id, i) => {
    const earlier = chain.slice(0, i);
    if (earlier.length === 0) return { locale: id };
    const hasNone = { 'periods.locale': { $nin: earlier } };
    if (!readsDrafts) return { locale: id, ...hiddenInLocales(earlier, now) };
    if (draftOf === null) return { locale: id, ...hasNone };
    const isDraft = {
      $or: [
        { id: draftOf, ...hasNone },
        { id: { $ne: draftOf }, ...hiddenInLocales(earlier, now) },
      ],
    };
    return { locale: id, ...isDraft };
  });
  return { locale: { $in: [...chain] }, $or: branches };
}

/**
 * Lists of whole items of fallbacks need rows in the default locale.
 * @throws locale_not_ready while a job writes them
 */
export function checkRowsReady({
  project: { locales },
  locale,
}: Pick<ProjectContext, 'project' | 'locale'>): void {
  const { list, sweep } = locales;
  if (locale === undefined || locale.isDefault || locale.mode !== 'entries') return;
  const [id] = locale.chain;
  if (sweep?.is_filling !== true || !fallbackChain(list, id).includes(list[0]?.id ?? '')) return;
  const { progress } = sweep;
  throw apiError('locale_not_ready', { code: locale.code, progress }, { progress });
}
