import { isDeepStrictEqual } from 'node:util';
import { allLocales } from '../../contract/access.ts';
import type { LocaleRecord, ProjectContext, Tx } from '../../core/context/index.ts';
import { type AddressedLocale, servedChain } from '../../projects/index.ts';
import type { Asset, MediaRecord } from './schema.ts';

/** Returns the alt text for a chain of locales that ends with the default: the first one that is not empty. */
export function altAlong({ alt, alts = {} }: MediaRecord, chain: readonly string[]): string {
  const own = chain.slice(0, -1).find((id) => alts[id] !== undefined);
  return own === undefined ? alt : (alts[own] ?? '');
}

/** The alt texts after a write in a further locale. Null and "" clear one, and undefined changes nothing. */
export function altsAfterWrite(
  alts: MediaRecord['alts'],
  id: string,
  sent: string | null | undefined,
): Pick<MediaRecord, 'alts'> {
  const { [id]: before = '', ...others } = alts ?? {};
  const alt = sent === undefined ? before : (sent ?? '');
  const after = alt === '' ? others : { ...others, [id]: alt };
  return Object.keys(after).length === 0 ? {} : { alts: after };
}

/** What a response in a locale adds to an asset, and its alt text there. */
export function localizedKeys(
  { project, locale }: ProjectContext,
  record: MediaRecord,
): Pick<Asset, 'alt' | 'locale' | 'locales' | 'fallbacks'> {
  if (locale === undefined) return { alt: record.alt };
  const { list } = project.locales;
  const { chain, code } = locale;
  const alt = altAlong(record, chain);
  const source = chain.find((id, i) => i === chain.length - 1 || record.alts?.[id] !== undefined);
  const sourceCode = list.find(({ id }) => id === source)?.code;
  const isFallback = alt !== '' && source !== chain[0] && sourceCode !== undefined;
  return {
    alt,
    locale: code,
    locales: codesOf(record, list),
    fallbacks: isFallback ? { alt: sourceCode } : {},
  };
}

/** What the response of a write in a locale adds to an asset, and its own alt text there. */
export function writtenKeys(
  record: MediaRecord,
  { locale: { id, code }, isDefault, list }: AddressedLocale,
): Pick<Asset, 'alt' | 'locale' | 'locales'> {
  const alt = isDefault ? record.alt : (record.alts?.[id] ?? '');
  return { alt, locale: code, locales: codesOf(record, list) };
}

/** The codes of the locales in which the alt text of an asset changes; none in projects with one locale. */
export async function codesOfChange(
  { locales }: Pick<Tx<ProjectContext>, 'locales'>,
  before: MediaRecord,
  after: MediaRecord,
): Promise<string[]> {
  const { list } = await locales();
  if (list.length === 1) return [];
  const hasChanged = ({ id }: LocaleRecord) => {
    const chain = servedChain(list, id);
    return altAlong(before, chain) !== altAlong(after, chain);
  };
  return list.filter(hasChanged).map(({ code }) => code);
}

/** The ids of the locales whose alt texts a write changes, with `*` if it changes anything else of the asset. */
export async function changedAltLocales(
  { locales }: Pick<Tx<ProjectContext>, 'locales'>,
  { alt, alts = {}, ...shared }: MediaRecord,
  { alt: altAfter, alts: altsAfter = {}, ...sharedAfter }: MediaRecord,
): Promise<string[]> {
  const [first, ...further] = (await locales()).list;
  return [
    ...(isDeepStrictEqual(shared, sharedAfter) ? [] : [allLocales]),
    ...(alt === altAfter || first === undefined ? [] : [first.id]),
    ...further.flatMap(({ id }) => (alts[id] === altsAfter[id] ? [] : [id])),
  ];
}

/** The default locale, and those with an own alt text. */
function codesOf({ alts = {} }: MediaRecord, list: readonly LocaleRecord[]): string[] {
  return list.filter(({ id }, i) => i === 0 || alts[id] !== undefined).map(({ code }) => code);
}
