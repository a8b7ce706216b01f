import type { Document } from 'mongodb';
import {
  type ReleaseContext,
  withDocuments,
  withLocaleRows,
  withoutTime,
} from '../../../core/context/index.ts';
import type { ReleaseDb } from '../../../core/mongo/index.ts';
import {
  applyFirstDue,
  hiddenInLocales,
  type LocalizedItem,
  type LocaleState,
  type Readership,
  serveLocale,
  unsaved,
  withoutDates,
  withStoredState,
} from '../../../lifecycle/index.ts';
import { isDeepStrictEqual } from 'node:util';
import { fallbackChain } from '../../../projects/index.ts';
import { hasLocalizedFields, joinValues, localizedAddresses } from '../../fields/locales/own-values.ts';
import type { Shape } from '../../fields/walk.ts';
import { draftStates } from '../store/locales/row.ts';
import { itemOf } from '../store/locales/states.ts';
import type { EntryRecord } from '../store/schema.ts';

/** An entry with the values, dates and revision of one locale. `live` is null where the entry is not served. */
export interface ServedEntry {
  entry: EntryRecord;
  /** The id of the locale that is served. */
  locale: string;
  /** The locale of each value that is not of the served one, by address. */
  fallbacks: Readonly<Record<string, string>>;
}

/** What the values of a locale depend on. */
export type LocaleReader = Pick<ReleaseContext, 'db' | 'project' | 'now' | 'locale'>;

/** The context that reads the entries of a type: rows of the requested locale, or documents of types without locales. */
export function rowContext<C extends Pick<ReleaseContext, 'db' | 'project'>>(context: C, shape: Shape): C {
  if (!context.db.readsLocaleRows) return context;
  if (!hasLocalizedFields(shape)) return withDocuments(context);
  const { db, project } = context;
  if (db.locale?.mode !== 'entries') return context;
  return withLocaleRows(context, servedRows(db, fallbackChain(project.locales.list, db.locale.chain[0])));
}

/** The rows that `fallback=entries` serves: of each entry that of the first locale in the chain that is visible. */
function servedRows({ locale, readsDrafts, draftOf }: ReleaseDb, chain: readonly string[]): Document {
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
 * The context that reads the documents of entries whose values in a locale are derived. For a preview of a later time
 * they are the stored ones, of which the values at that time are derived.
 */
export function documentContext<C extends { readonly db: ReleaseDb }>(context: C, shape: Shape): C {
  const documents = withDocuments(context);
  if (!context.db.readsLocaleRows || !hasLocalizedFields(shape)) return documents;
  return withoutTime(documents);
}

/** An entry as the locale of the context shows it; unchanged without a locale, or if the type has none. */
export function serveEntry(context: LocaleReader, shape: Shape, record: EntryRecord): ServedEntry {
  const { locale, project } = context;
  const [first] = project.locales.list;
  const defaultId = first?.id ?? '';
  if (locale === undefined || locale.isDefault || !hasLocalizedFields(shape))
    return { entry: record, locale: locale?.chain[0] ?? defaultId, fallbacks: {} };
  const [id] = locale.chain;
  const chain = fallbackChain(project.locales.list, id);
  return serveIn(context, shape, { record, chain, mode: locale.mode });
}

/** An entry as one locale shows it. */
export function serveIn(
  { db, project, now }: LocaleReader,
  shape: Shape,
  {
    record,
    chain,
    mode,
  }: { record: EntryRecord; chain: readonly [string, ...string[]]; mode: 'none' | 'fields' | 'entries' },
): ServedEntry {
  const isDraft = db.readsDrafts && (db.draftOf === null || db.draftOf === record.id);
  const storedItem = itemOf(record, shape, project.locales.list);
  const item = isDraft
    ? draftItem(storedItem)
    : db.asOf === null
      ? storedItem
      : itemAt(
          storedItem,
          { list: project.locales.list, addressesOf: (values) => localizedAddresses(shape, values) },
          now,
        );
  const shared = item.shared.live ?? {};
  const addresses = localizedAddresses(shape, shared);
  const result = serveLocale(item.states, { chain, mode, addresses, now });
  const locale = result?.locale ?? chain[0];
  const state: LocaleState = item.states.get(locale) ?? unsaved({}, now);
  const live = result === null ? null : joinValues(shape, shared, result.values);
  const entry = { ...withoutDates(record), ...state, created_at: record.created_at, live };
  const storedState = storedItem.states.get(locale);
  const servedEntry =
    isDraft && storedState !== undefined ? withDraftState(entry, storedItem, storedState) : entry;
  return { entry: servedEntry, locale, fallbacks: result?.fallbacks ?? {} };
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

function withDraftState(entry: EntryRecord, { shared }: LocalizedItem, state: LocaleState): EntryRecord {
  const isChanged =
    !isDeepStrictEqual(state.draft, state.live) || !isDeepStrictEqual(shared.draft, shared.live);
  return withStoredState(entry, state, isChanged);
}
