import { type ApiError, apiError } from '../../../contract/errors/api-error.ts';
import { type ReleaseContext, withDocuments } from '../../../core/context/index.ts';
import type { ReleaseDb } from '../../../core/mongo/index.ts';
import {
  type LocalizedItem,
  type LocaleState,
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
export function rowContext<C extends { readonly db: ReleaseDb }>(context: C, shape: Shape): C {
  if (!context.db.readsLocaleRows) return context;
  if (!hasLocalizedFields(shape)) return withDocuments(context);
  if (context.db.asOf !== null) throw timeAndLocale();
  return context;
}

/** The error for a preview of a later time in a further locale. */
function timeAndLocale(): ApiError {
  const why = 'shows entries of localized types in the default locale only';
  return apiError('invalid_parameter', { name: 'at', why }, { param: 'at' });
}

/** An entry as the locale of the context shows it; unchanged without a locale, or if the type has none. */
export function serveEntry(context: LocaleReader, shape: Shape, record: EntryRecord): ServedEntry {
  const { locale, project } = context;
  const [first] = project.locales.list;
  const defaultId = first?.id ?? '';
  if (locale === undefined || locale.isDefault || !hasLocalizedFields(shape))
    return { entry: record, locale: locale?.chain[0] ?? defaultId, fallbacks: {} };
  if (context.db.asOf !== null) throw timeAndLocale();
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
  const item = isDraft ? draftItem(storedItem) : storedItem;
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

/** The item as previews see it: each locale with content shows its draft. */
function draftItem({ shared: { draft }, states, revision }: LocalizedItem): LocalizedItem {
  return { shared: { draft, live: draft }, states: draftStates(states), revision };
}

function withDraftState(entry: EntryRecord, { shared }: LocalizedItem, state: LocaleState): EntryRecord {
  const isChanged =
    !isDeepStrictEqual(state.draft, state.live) || !isDeepStrictEqual(shared.draft, shared.live);
  return withStoredState(entry, state, isChanged);
}
