import { storageKey } from '../../../contract/fields/storage-key.ts';
import type { ErrorHints } from '../../../contract/errors/api-error.ts';
import type { LocaleRecord } from '../../../core/context/index.ts';
import { visibleLocales } from '../../../lifecycle/index.ts';
import { fallbackChain } from '../../../projects/index.ts';
import { withBlocksOf } from '../../fields/blocks/hidden-blocks.ts';
import { hasLocalizedFields, localizedAddresses } from '../../fields/locales/own-values.ts';
import { fieldKindOf } from '../../fields/kinds.ts';
import type { TypeShape } from '../../types/lookup.ts';
import { entryUrl } from '../editor/label.ts';
import type { EntryAlternate, EntryLocaleKeys } from '../schema.ts';
import type { EntryLocaleRow } from '../store/locales/row.ts';
import type { EntryRecord } from '../store/schema.ts';
import { type LocaleReader, serveIn, type ServedEntry } from './serve.ts';

/** The part of an entry or of a row that decides where readers see it. */
type SeenEntry = Pick<EntryRecord, 'id' | 'live_at' | 'live_until' | 'periods'>;

/** The locales in which readers see an entry, or, in previews, those with content; in project order. */
export function localesSeeing(
  reader: LocaleReader,
  shape: Pick<TypeShape, 'fields' | 'blocks'>,
  entry: SeenEntry,
): LocaleRecord[] {
  return hasLocalizedFields(shape)
    ? visibleLocales(reader, entry.id, entry)
    : [...reader.project.locales.list];
}

/** The keys that a response in a locale adds, without `alternates`; none without a locale. */
export function localeKeysOf(
  context: LocaleReader,
  { type, visibleType }: { type: TypeShape; visibleType: TypeShape },
  {
    entry,
    locale,
    fallbacks,
  }: {
    entry: SeenEntry & Pick<EntryRecord, 'live'>;
    locale: string;
    fallbacks: EntryLocaleRow['fallbacks'];
  },
): EntryLocaleKeys {
  if (context.locale === undefined) return {};
  const { list } = context.project.locales;
  const codes = new Map(list.map(({ id, code }) => [id, code]));
  const servedValues =
    fallbacks === undefined ? {} : withBlocksOf(visibleType, entry.live ?? {}, context.locale.chain[0]);
  return {
    locale: codes.get(locale) ?? context.locale.code,
    locales: localesSeeing(context, type, entry).map(({ code }) => code),
    fallbacks: Object.fromEntries(
      [...localizedAddresses(visibleType, servedValues)].flatMap(({ address, name }) => {
        const code = codes.get(fallbacks?.[address] ?? '');
        return code === undefined ? [] : [[name, code]];
      }),
    ),
  };
}

/** The entry in each locale in which readers see it: its URL, its label and its unique values. */
export function alternatesOf(
  context: LocaleReader,
  type: TypeShape,
  record: EntryRecord,
): { alternates?: EntryAlternate[] } {
  if (!hasLocalizedFields(type)) return {};
  const { list } = context.project.locales;
  const url = entryUrl(type.kind, type.slug, record.id);
  const fields = type.fields.filter(
    ({ key, options }) => key === type.display_field || options.unique === true,
  );
  const alternates = localesSeeing(context, type, record).map(({ id, code }) => {
    const chain = fallbackChain(list, id);
    const { entry } = serveIn(context, type, { record, chain, mode: 'fields' });
    const values = fields.map((field) => {
      const value = entry.live?.[storageKey(field)];
      return [field.key, value === undefined ? null : (fieldKindOf(field).sent?.(value) ?? value)] as const;
    });
    return { locale: code, url: `${url}?locale=${code}`, values: Object.fromEntries(values) };
  });
  return { alternates };
}

/** The hints of an error about an entry that is not served in the requested locale. */
export function localeHints(
  context: LocaleReader,
  type: TypeShape,
  record: EntryRecord | null,
): Pick<ErrorHints, 'locale' | 'locales'> {
  const { locale } = context;
  if (locale === undefined) return {};
  const visibleLocales = record === null ? [] : localesSeeing(context, type, record);
  return { locale: locale.code, locales: visibleLocales.map(({ code }) => code) };
}

/** All keys that a single read in a locale adds. */
export function singleKeys(
  context: LocaleReader,
  types: { type: TypeShape; visibleType: TypeShape },
  { served, record }: { served: ServedEntry; record: EntryRecord },
): EntryLocaleKeys {
  if (context.locale === undefined) return {};
  const { entry, locale, fallbacks } = served;
  const keys = localeKeysOf(context, types, { entry: { ...entry, ...seenKeys(record) }, locale, fallbacks });
  return { ...keys, ...alternatesOf(context, types.type, record) };
}

/** The dates of a document, from which its locales follow if it has no periods. */
function seenKeys({ live_at, live_until, periods }: EntryRecord): Pick<EntryRecord, 'live_at'> {
  return {
    live_at,
    ...(live_until === undefined ? {} : { live_until }),
    ...(periods === undefined ? {} : { periods }),
  };
}
