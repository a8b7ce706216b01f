import { fallbackChain, hasDefaultRows } from '../../../../projects/index.ts';
import { latest } from '../../../../contract/time.ts';
import type { LocaleRecord } from '../../../../core/context/index.ts';
import {
  draftStates,
  type LocalizedItem,
  type LocaleState,
  type LocaleStates,
  type OwnValues,
  serveLocale,
  withoutReview,
} from '../../../../lifecycle/index.ts';
import {
  hasLocalizedFields,
  joinValues,
  localizedAddresses,
  localizedSignature,
} from '../../../fields/locales/own-values.ts';
import { withBlocksOf } from '../../../fields/blocks/hidden-blocks.ts';
import { derive, indexOf } from '../derive.ts';
import type { DerivedFields, EntryRecord, EntryShape, EntryValues } from '../schema.ts';
import { itemOf, stateIn } from './states.ts';

/**
 * An entry in a further locale, in the form of the record. `draft` and `live` are what readers and previews see with
 * `fallback=fields`; the entry's document contains the values that were written.
 */
export interface EntryLocaleRow extends EntryRecord {
  /** The id of the locale. */
  locale: string;
  /** `<entry>/<locale>`: equal in every release. */
  key: string;
  /** The locale of each live value that is not of this one, by address; absent if there is none. */
  fallbacks?: Readonly<Record<string, string>>;
  draft_fallbacks?: Readonly<Record<string, string>>;
  /** The values without those of other locales; absent if they are the same. */
  own?: EntryValues;
  own_draft?: EntryValues;
  /** The fallbacks and localized fields from which the row was derived. After a change of them reads derive it again. */
  basis: string;
  /** Storage keys of fields that serve no fallback, because another entry has its unique value; absent if none. */
  clashes?: readonly string[];
  /** When a source of a value starts or ends; absent for never. A read after it derives the values again. */
  valid_until?: Date;
}

/** What the values of an entry in a locale depend on. */
export interface RowScope {
  shape: EntryShape;
  list: readonly LocaleRecord[];
  now: Date;
}

/** Whether an entry of a type needs rows, although it has only the default locale. */
export function needsDefaultRow(shape: Pick<EntryShape, 'fields' | 'blocks'>, list: readonly LocaleRecord[]) {
  return hasDefaultRows(list) && hasLocalizedFields(shape);
}

/** The rows of an entry in its locales. */
export function rowsOf(record: EntryRecord, scope: RowScope): EntryLocaleRow[] {
  const { list, shape } = scope;
  if (record.periods === undefined || !hasLocalizedFields(shape)) return [];
  const item = itemOf(record, shape, list);
  return list.slice(hasDefaultRows(list) ? 0 : 1).flatMap(({ id }) => {
    const state = item.states.get(id);
    return state === undefined ? [] : [rowIn(record, { item, id, state }, scope)];
  });
}

/** The number of the stored rows of an entry. */
export function rowCountOf(record: EntryRecord, { shape, list }: Omit<RowScope, 'now'>): number {
  if (record.periods === undefined || !hasLocalizedFields(shape)) return 0;
  const { states } = itemOf(record, shape, list);
  return list.slice(hasDefaultRows(list) ? 0 : 1).filter(({ id }) => states.has(id)).length;
}

function rowIn(
  record: EntryRecord,
  { item, id, state }: { item: LocalizedItem; id: string; state: LocaleState },
  { shape, list, now }: RowScope,
): EntryLocaleRow {
  const chain = fallbackChain(list, id);
  const isLive = state.live !== null;
  const at = latest(now, state.live_at ?? now);
  const live = isLive ? served(item.states, item.shared.live ?? {}, { shape, chain, now: at }) : null;
  const draft = served(draftStates(item.states), item.shared.draft, { shape, chain, now });
  const own = stateIn(item, id, { shape, now });
  const { uniques: _uniques, block_uses: _uses, equals_live: _equal, ...rest } = withoutReview(record);
  const { locales: _locales, shared_live: _shared, is_default_empty: _empty, ...local } = rest;
  const { translation: _translation, ...common } = local;
  const values = {
    draft: draft?.values ?? own.draft,
    live: live?.values ?? null,
    ...(own.pending === undefined ? {} : { pending: own.pending }),
  };
  const { pending: _pending, live_until: _until, kept_until: _kept, ended_at: _ended, ...entry } = common;
  const indexedLive = values.live && withBlocksOf(shape, values.live, id);
  return {
    ...entry,
    ...own,
    created_at: record.created_at,
    ...values,
    ...reservedOnly(derive(shape, values), state),
    ...(indexedLive === values.live ? {} : indexOf(shape, indexedLive)),
    _id: `${record._id}/${id}`,
    key: `${record.id}/${id}`,
    locale: id,
    basis: basisOf(shape, chain),
    ...(state.clashes === undefined ? {} : { clashes: state.clashes }),
    ...(live === null || isEmpty(live.fallbacks) ? {} : { fallbacks: live.fallbacks, own: own.live ?? {} }),
    ...(draft === null || isEmpty(draft.fallbacks)
      ? {}
      : { draft_fallbacks: draft.fallbacks, own_draft: own.draft }),
    ...(live?.validUntil == null ? {} : { valid_until: live.validUntil }),
  };
}

/** Derived keys without unique values that another entry has. */
function reservedOnly(derived: DerivedFields, { clashes = [] }: LocaleState): DerivedFields {
  const { uniques = [], ...rest } = derived;
  const reserved = uniques.filter((unique) => !clashes.includes(unique.slice(0, unique.indexOf('='))));
  return { ...rest, ...(reserved.length > 0 ? { uniques: reserved } : {}) };
}

/** What the values of a row depend on, except for the entry. */
export function basisOf(shape: Pick<EntryShape, 'fields' | 'blocks'>, chain: readonly string[]): string {
  return `${chain.join('>')} ${localizedSignature(shape)}`;
}

function isEmpty(record: object): boolean {
  return Object.keys(record).length === 0;
}

interface Served {
  values: EntryValues;
  fallbacks: Readonly<Record<string, string>>;
  validUntil: Date | null;
}

/** All values that a locale serves with `fallback=fields`; null if the entry is not visible there. */
function served(
  states: LocaleStates,
  shared: OwnValues,
  { shape, chain, now }: { shape: EntryShape; chain: readonly string[]; now: Date },
): Served | null {
  const addresses = localizedAddresses(shape, shared);
  const result = serveLocale(states, { chain, mode: 'fields', addresses, now });
  if (result === null) return null;
  return { ...result, values: joinValues(shape, shared, result.values) };
}
