import type { DbLocale } from '../../../core/mongo/index.ts';
import type { LocaleRecord, ProjectContext } from '../../../core/context/index.ts';
import type { TermLocaleKeys } from '../../../contract/listing.ts';
import type { LocaleRevision, LocaleValues, TermRecord } from '../schema.ts';
import { sortName } from '../sort-name.ts';
import type { Taxonomy } from '../taxonomy.ts';

/** The localized keys of a kind. */
interface Localized {
  readonly localized: readonly string[];
}

type SeoTexts = { title: string; description: string; og_image_id: string | null; no_index: boolean };

const blankSeo: SeoTexts = { title: '', description: '', og_image_id: null, no_index: false };

/** The localized values of a locale without content. */
export function blankValues({ localized }: Localized): LocaleValues {
  return Object.fromEntries(localized.map((key) => [key, key === 'seo' ? blankSeo : '']));
}

/** The localized values of a record's own keys. */
export function localizedOf(record: object, { localized }: Localized): LocaleValues {
  const values = record as LocaleValues;
  return Object.fromEntries(localized.map((key) => [key, values[key]]));
}

/** The record with only the own values of one locale. */
export function ownTerm<R extends TermRecord>(
  record: R,
  kind: Taxonomy<R>,
  { id, isDefault }: { id: string; isDefault: boolean },
): R {
  if (isDefault) return record;
  const own = record.locales?.[id];
  return { ...record, ...blankValues(kind), ...own, ...revisionIn(record, { id, isDefault }) };
}

/** The revision of a locale. */
export function revisionIn(
  { revision, updated_at, locale_revisions: further }: TermRecord,
  { id, isDefault }: { id: string; isDefault: boolean },
): LocaleRevision {
  return (isDefault ? undefined : further?.[id]) ?? { revision, updated_at };
}

/** The record as readers see it in a locale: each text is the first one along the chain that is not empty. */
export function servedTerm<R extends TermRecord>(
  record: R,
  kind: Taxonomy<R>,
  locale: Pick<DbLocale, 'chain' | 'isDefault'> | null,
): R {
  if (locale === null || locale.isDefault) return record;
  const layers = layersOf(record, locale);
  const values = Object.fromEntries(
    kind.localized.map((key) => [
      key,
      key === 'seo' ? servedSeo(layers) : (firstText(layers, key)?.[key] ?? ''),
    ]),
  );
  const slug = textOf(firstText(layers, 'slug'), 'slug') ?? record.slug;
  const revision = revisionIn(record, { id: locale.chain[0], isDefault: false });
  const served = { ...record, ...values, slug, ...revision };
  return { ...served, sort_name: sortName(kind.nameOf(served)) };
}

/** The keys that a response in a locale adds. */
export function localeKeys<R extends TermRecord>(
  { project, locale }: Pick<ProjectContext, 'project' | 'locale'>,
  record: R,
  kind: Taxonomy<R>,
): TermLocaleKeys {
  if (locale === undefined) return {};
  const served = localesWithContent(record, project.locales.list);
  return {
    locale: locale.code,
    locales: served.map(({ code }) => code),
    fallbacks: fallbacksOf(record, kind, { locale, list: project.locales.list }),
    alternates: served.map(({ id, code }) => {
      const slug = textOf(record.locales?.[id], 'slug') ?? record.slug;
      return { locale: code, url: `${kind.urlOf(slug) ?? `${kind.path}/${slug}`}?locale=${code}`, slug };
    }),
  };
}

/** The default locale, and those in which the record has own content. */
function localesWithContent({ locales = {} }: TermRecord, list: readonly LocaleRecord[]): LocaleRecord[] {
  return list.filter(({ id }, i) => i === 0 || locales[id] !== undefined);
}

/** The codes of these locales. */
export function codesOf(record: TermRecord, list: readonly LocaleRecord[]): string[] {
  return localesWithContent(record, list).map(({ code }) => code);
}

/** The locale of each text that is not of the requested locale. */
function fallbacksOf<R extends TermRecord>(
  record: R,
  { localized }: Taxonomy<R>,
  { locale, list }: { locale: DbLocale; list: readonly LocaleRecord[] },
): Record<string, string> {
  const layers = layersOf(record, locale);
  const codes = new Map(list.map(({ id, code }) => [id, code]));
  const sources = ['slug', ...localized.filter((key) => key !== 'seo')].flatMap((key) => {
    const at = layers.findIndex((layer) => isText(layer[key]));
    const code = codes.get(locale.chain[at] ?? '');
    return at <= 0 || code === undefined ? [] : [[key, code] as const];
  });
  return Object.fromEntries(sources);
}

/** The own values of each locale of the chain; the last one is the default, whose values are the record's own keys. */
function layersOf(record: TermRecord, { chain }: Pick<DbLocale, 'chain'>): LocaleValues[] {
  return chain.map((id, i) =>
    i === chain.length - 1 ? (record as unknown as LocaleValues) : (record.locales?.[id] ?? {}),
  );
}

function firstText(layers: readonly LocaleValues[], key: string): LocaleValues | undefined {
  return layers.find((layer) => isText(layer[key]));
}

function textOf(values: LocaleValues | undefined, key: string): string | undefined {
  const value = values?.[key];
  return typeof value === 'string' ? value : undefined;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

/** Each key of `seo` is decided locale by locale, before the chain goes on: the own key, else the text it falls back to. */
function servedSeo(layers: readonly LocaleValues[]): SeoTexts {
  const seoOf = (layer: LocaleValues | undefined) => (layer?.['seo'] as SeoTexts | undefined) ?? blankSeo;
  const first = (key: 'title' | 'description', ...texts: readonly string[]) =>
    seoOf(layers.find((layer) => seoOf(layer)[key] !== '' || texts.some((text) => isText(layer[text]))))[key];
  return {
    title: first('title', 'title', 'name'),
    description: first('description', 'description'),
    og_image_id: seoOf(layers.find((layer) => seoOf(layer).og_image_id !== null)).og_image_id,
    no_index: seoOf(layers.find((layer) => layer['seo'] !== undefined)).no_index,
  };
}
