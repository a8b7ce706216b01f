import { apiError } from '../../../contract/errors/api-error.ts';
import type { LocaleRecord, ProjectContext, Tx } from '../../../core/context/index.ts';
import { findLocale, withLocaleInErrors, writtenLocale } from '../../../projects/index.ts';
import { blankValues, localizedOf, ownTerm } from './served.ts';
import type { LocaleValues, TermRecord, TermValues } from '../schema.ts';
import { sortName } from '../sort-name.ts';
import type { Taxonomy } from '../taxonomy.ts';

/** A body with localized keys of the addressed locale, and of further ones by code. */
export interface TermBody {
  slug?: string | null;
  locales?: Readonly<Record<string, object>>;
  /** The revision of the source from which the texts were written; absent for the newest one. */
  translated_from?: number;
}

/** How a kind merges a body into the stored values of one locale. */
export interface TermSource<R extends TermRecord> {
  kind: Taxonomy<R>;
  values: (tx: ProjectContext, before: R | null, body: never) => Promise<TermValues<R>>;
}

/** The locale for the response of a write. */
export interface WrittenLocale {
  id: string;
  code: string;
  isDefault: boolean;
  list: readonly LocaleRecord[];
}

interface AddressedLocale {
  locale: LocaleRecord;
  isDefault: boolean;
}

/** The own values of a locale after a write. */
interface WrittenValues extends AddressedLocale {
  values: LocaleValues;
  slug?: string | null | undefined;
  isSlugSent: boolean;
  /** What comes before the params of errors. */
  prefix: string;
  translatedFrom?: number | undefined;
}

/** The shared values after a write, and the own values of each addressed locale. */
export interface LocalizedWrite<R extends TermRecord> {
  shared: TermValues<R>;
  written: readonly WrittenValues[];
  list: readonly LocaleRecord[];
  /** Null if the request names no locale. */
  locale: WrittenLocale | null;
}

/**
 * Merges a body into the values of the locale that it addresses, and its `locales` into those of further ones.
 * @throws unknown_locale, invalid_field_value, and the errors of `values`, with the locale
 */
export async function localizedWrite<R extends TermRecord>(
  tx: Tx<ProjectContext>,
  source: TermSource<R>,
  before: R | null,
  body: TermBody,
): Promise<LocalizedWrite<R>> {
  const { locales: further, ...sentValues } = body;
  const addressed = await writtenLocale(tx);
  const { locale: main, isDefault, list } = addressed;
  const merge = mergerOf(tx, source, before);
  const { full: shared, ...first } = await merge(addressed, sentValues, '');
  const written: WrittenValues[] = [first];
  // A new item has no stored values, so the shared keys of the body complete those of a further locale.
  const sharedBody = before === null ? withoutLocalized(source.kind, sentValues) : {};
  for (const [code, sent] of Object.entries(further ?? {})) {
    const locale = findLocale(list, code, { now: tx.now, param: `locales.${code}` });
    checkLocalizedKeys(source.kind, {
      code,
      sent,
      isAddressed: written.some((one) => one.locale === locale),
    });
    const other = { locale, isDefault: locale === list[0] };
    const { full: _full, ...values } = await merge(other, { ...sharedBody, ...sent }, `locales.${code}.`);
    written.push(values);
  }
  const isNamed = tx.writtenLocale !== undefined || further !== undefined;
  const locale = isNamed ? { id: main.id, code: main.code, isDefault, list } : null;
  return { shared, written, list, locale };
}

/** Returns the function that merges a body into the values of one locale. */
function mergerOf<R extends TermRecord>(tx: Tx<ProjectContext>, source: TermSource<R>, before: R | null) {
  const { kind, values } = source;
  return async (
    { locale, isDefault }: AddressedLocale,
    sent: TermBody,
    prefix: string,
  ): Promise<WrittenValues & { full: TermValues<R> }> => {
    const own = before === null ? null : ownTerm(before, kind, { id: locale.id, isDefault });
    const full = await withLocaleInErrors(isDefault ? null : locale.code, prefix, () =>
      locale.partial && !isDefault ? lenientValues(tx, source, own, sent) : values(tx, own, sent as never),
    );
    return {
      full,
      locale,
      isDefault,
      values: localizedOf(full, kind),
      slug: sent.slug,
      isSlugSent: sent.slug !== undefined,
      prefix,
      translatedFrom: sent.translated_from,
    };
  };
}

function withoutLocalized<R extends TermRecord>({ localized }: Taxonomy<R>, body: object): object {
  const isShared = ([key]: readonly [string, unknown]) =>
    key !== 'slug' && key !== 'translated_from' && !localized.includes(key);
  return Object.fromEntries(Object.entries(body).filter(isShared));
}

/** The values of a partial locale, in which the name may be empty. */
async function lenientValues<R extends TermRecord>(
  tx: ProjectContext,
  { kind, values }: TermSource<R>,
  own: R | null,
  sent: object,
): Promise<TermValues<R>> {
  const { [kind.nameKey]: name = own === null ? '' : kind.nameOf(own), ...rest } = sent as Record<
    string,
    unknown
  >;
  if (typeof name === 'string' && name.trim() !== '') return values(tx, own, sent as never);
  const full = await values(tx, own, { ...rest, [kind.nameKey]: '-' } as never);
  return { ...full, [kind.nameKey]: '' };
}

/** @throws invalid_field_value for a key that is shared, and for a locale that the write addresses otherwise */
function checkLocalizedKeys<R extends TermRecord>(
  { localized }: Taxonomy<R>,
  { code, sent, isAddressed }: { code: string; sent: object; isAddressed: boolean },
): void {
  const reject = (param: string, why: string) =>
    apiError('invalid_field_value', { name: param, why }, { param, locale: code });
  if (isAddressed) throw reject(`locales.${code}`, 'the write addresses this locale already');
  const { translated_from: translatedFrom, ...texts } = sent as TermBody;
  if (translatedFrom !== undefined && !(Number.isInteger(translatedFrom) && translatedFrom >= 0))
    throw reject(`locales.${code}.translated_from`, 'it must be an integer of at least 0');
  const shared = Object.keys(texts).find((key) => key !== 'slug' && !localized.includes(key));
  if (shared === undefined) return;
  const keys = ['slug', ...localized].join(', ');
  throw reject(`locales.${code}.${shared}`, `only these keys have a value for each locale: ${keys}`);
}

/** The keys of a record after a write: the default's values in the record itself, the others below `locales`. */
export function withWritten<R extends TermRecord>(
  kind: Taxonomy<R>,
  before: R | null,
  { shared, written, list }: LocalizedWrite<R>,
  slugs: ReadonlyMap<string, string>,
): R {
  const defaults = written.find(({ isDefault }) => isDefault)?.values;
  const localized = defaults ?? (before === null ? blankValues(kind) : localizedOf(before, kind));
  const stored = Object.entries(before?.locales ?? {}).filter(([id]) => list.some((one) => one.id === id));
  const own = written
    .filter(({ isDefault }) => !isDefault)
    .map(({ locale: { id }, values }) => [id, ownValues(kind, values, slugs.get(id) ?? '')] as const);
  const slug = slugs.get(list[0]?.id ?? '') ?? before?.slug ?? [...slugs.values()][0] ?? '';
  const locales = Object.fromEntries([...stored, ...own]);
  return { ...shared, ...localized, slug, ...localesPart(slug, locales) } as unknown as R; // without the dates
}

/** The keys of a record that contain its further locales; none without any. */
export function localesPart(
  slug: string,
  locales: Readonly<Record<string, LocaleValues>>,
): Pick<TermRecord, 'locales' | 'locale_slugs'> {
  const slugs = Object.values(locales).map((own) => String(own['slug']));
  return slugs.length === 0 ? {} : { locales, locale_slugs: [...new Set([slug, ...slugs])] };
}

/** The own values of a locale as they are stored: empty texts are absent. */
function ownValues<R extends TermRecord>(
  kind: Taxonomy<R>,
  values: LocaleValues,
  slug: string,
): LocaleValues {
  const texts = Object.entries(values).filter(([, value]) => value !== '');
  const name = String(values[kind.nameKey]);
  return { ...Object.fromEntries(texts), slug, ...(name === '' ? {} : { sort_name: sortName(name) }) };
}
