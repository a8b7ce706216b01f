import { type ReleaseContext, withDocuments, withoutTime } from '../../../core/context/index.ts';
import type { ReleaseDb } from '../../../core/mongo/index.ts';
import { type OwnValues, serveItem, withServedRows } from '../../../lifecycle/index.ts';
import { fallbackChain } from '../../../projects/index.ts';
import { hasLocalizedFields, localizedAddresses } from '../../fields/locales/own-values.ts';
import type { Shape } from '../../fields/walk.ts';
import { partsOf } from '../store/locales/states.ts';
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
  return withServedRows(context);
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
  context: LocaleReader,
  shape: Shape,
  {
    record,
    chain,
    mode,
  }: { record: EntryRecord; chain: readonly [string, ...string[]]; mode: 'none' | 'fields' | 'entries' },
): ServedEntry {
  const form = {
    parts: partsOf(shape),
    addressesOf: (shared: OwnValues) => localizedAddresses(shape, shared),
  };
  const { item: entry, ...served } = serveItem(context, form, { record, id: record.id, chain, mode });
  return { entry, ...served };
}
