import { apiError } from '../../contract/errors/api-error.ts';
import { didYouMean } from '../../contract/errors/suggest.ts';
import { idPrefixes } from '../../contract/id-prefixes.ts';
import { newId } from '../../contract/ids.ts';
import {
  localeDirection,
  localeName,
  normalLocaleCode,
  parseLocaleCode,
} from '../../contract/locale-codes.ts';
import type { ProjectRecord } from '../project/schema.ts';
import type { LocaleListRecord, LocaleRecord } from '../../core/context/index.ts';
import { type AddLocale, type ChangeLocale, type Locale, localeBounds } from './schema.ts';

const dayMs = 86_400_000;

/** The locale of projects that never set locales. Its id is the same in all projects, so an import keeps it. */
const english: LocaleRecord = {
  id: `${idPrefixes.locale}_${'0'.repeat(26)}`,
  code: 'en',
  name: 'English',
  fallback: null,
  partial: false,
  serves_entries: false,
};

/** The locales of a project: the stored list, or English alone. */
export function localesOf({ locales }: Pick<ProjectRecord, 'locales'>): LocaleListRecord {
  return locales ?? { version: 0, list: [english] };
}

/** The locales of a new project; the first is the default. @throws invalid_locale, locale_taken */
export function newLocales(codes: readonly string[], now: Date): LocaleListRecord {
  const list = codes.reduce<readonly LocaleRecord[]>(
    (before, code) => withLocale(before, newLocale(before, { code }, now)),
    [],
  );
  return { version: 1, list };
}

/** What decides the fallbacks of a locale. */
export type LocaleLink = Pick<LocaleRecord, 'id' | 'fallback'>;

/** The ids of a locale, of its fallback, and so on. */
export function fallbackChain(list: readonly LocaleLink[], id: string): [string, ...string[]] {
  const fallbacks = new Map(list.map((locale) => [locale.id, locale.fallback]));
  const chain: [string, ...string[]] = [id];
  for (let next = fallbacks.get(id); next != null && !chain.includes(next); next = fallbacks.get(next))
    chain.push(next);
  return chain;
}

/** Whether a locale has other fallbacks than in an earlier list. */
export function hasOtherFallbacks(
  before: readonly LocaleLink[],
  list: readonly LocaleLink[],
  id: string,
): boolean {
  return fallbackChain(list, id).join() !== fallbackChain(before, id).join();
}

/** The ids of the locales whose values replace missing ones: the chain of fallbacks, then the default locale. */
export function servedChain(list: readonly LocaleLink[], id: string): [string, ...string[]] {
  const chain = fallbackChain(list, id);
  const defaultId = list[0]?.id ?? id;
  return chain.includes(defaultId) ? chain : [...chain, defaultId];
}

/** Whether entries have rows in the default locale too: lists in another locale can serve whole entries of it. */
export function hasDefaultRows(list: readonly LocaleRecord[]): boolean {
  const [first, ...others] = list;
  return others.some(
    (locale) => locale.serves_entries && fallbackChain(list, locale.id).includes(first?.id ?? ''),
  );
}

/** The locale with this id or code, also a former code. @throws unknown_locale */
export function findLocale(
  list: readonly LocaleRecord[],
  text: string,
  { now, param }: { now: Date; param: string },
): LocaleRecord {
  const parsed = parseLocaleCode(text);
  const code = normalLocaleCode(text);
  const locale =
    list.find((one) => one.id === text || one.code === code) ??
    list.find(({ former_codes = [] }) =>
      former_codes.some((former) => former.code === code && former.until > now),
    );
  if (locale !== undefined) return locale;
  const available = list.map((one) => one.code);
  const replacement = parsed !== null && 'replacement' in parsed ? parsed.replacement : undefined;
  const suggestion =
    replacement !== undefined && available.includes(replacement) ? replacement : similarCode(text, available);
  const hints = { param, available_locales: available, did_you_mean: suggestion };
  throw apiError('unknown_locale', { code: text.slice(0, 40), available }, hints);
}

/** A code with the same language, or one with a similar spelling. Two short codes are always similar. */
function similarCode(text: string, available: readonly string[]): string | undefined {
  const languageOf = (code: string) => code.split(/[-_]/)[0]?.toLowerCase();
  const language = languageOf(text);
  return (
    available.find((code) => languageOf(code) === language) ??
    (text.length > 3 ? didYouMean(text, available) : undefined)
  );
}

/**
 * A locale to add, with defaults. Locales that are being removed have their codes until their content is deleted.
 * @throws invalid_locale, locale_taken, unknown_locale
 */
export function newLocale(
  list: readonly LocaleRecord[],
  input: AddLocale,
  now: Date,
  removing: readonly LocaleRecord[] = [],
): LocaleRecord {
  const code = freeCode([...list, ...removing], input.code);
  return {
    id: newId('locale', now),
    code,
    name: input.name?.trim() ?? localeName(code).slice(0, localeBounds.nameChars),
    fallback: fallbackOf(list, input.fallback ?? null, now),
    partial: input.partial ?? false,
    serves_entries: input.serves_entries ?? false,
  };
}

/** The list with one more locale. @throws invalid_locale */
export function withLocale(list: readonly LocaleRecord[], locale: LocaleRecord): readonly LocaleRecord[] {
  if (list.length >= localeBounds.locales) {
    const why = `A project has at most ${localeBounds.locales} locales`;
    throw invalidLocale(why, 'code', { expected: `at most ${localeBounds.locales} locales` });
  }
  return checkedList([...list, locale], locale);
}

/** The list after a change of one locale. @throws invalid_locale, locale_taken, unknown_locale */
export function withChange(
  { list, sweep }: Pick<LocaleListRecord, 'list' | 'sweep'>,
  before: LocaleRecord,
  input: ChangeLocale,
  now: Date,
): readonly LocaleRecord[] {
  const others = [...list, ...(sweep?.removing ?? [])].filter((one) => one !== before);
  const code = input.code === undefined ? before.code : freeCode(others, input.code);
  const formerCodes = formerCodesOf(before, code, now);
  const { former_codes: _former, ...settings } = before;
  const locale: LocaleRecord = {
    ...settings,
    code,
    name: input.name?.trim() ?? before.name,
    fallback: input.fallback === undefined ? before.fallback : fallbackOf(list, input.fallback, now),
    partial: input.partial ?? before.partial,
    serves_entries: input.serves_entries ?? before.serves_entries,
    ...(formerCodes.length === 0 ? {} : { former_codes: formerCodes }),
  };
  return checkedList(
    list.map((one) => (one === before ? locale : one)),
    locale,
  );
}

/** The list without one locale. @throws locale_is_default, locale_is_fallback */
export function withoutLocale(list: readonly LocaleRecord[], locale: LocaleRecord): readonly LocaleRecord[] {
  const { id, code } = locale;
  if (locale === list[0]) throw apiError('locale_is_default', { code }, { locales: [code] });
  const dependents = list.filter(({ fallback }) => fallback === id).map((one) => one.code);
  if (dependents.length > 0)
    throw apiError('locale_is_fallback', { code, locales: dependents }, { locales: dependents });
  return list.filter((one) => one !== locale);
}

/** All locales as responses contain them; those that are being removed are last. */
export function serializeLocales({ list, sweep }: Pick<LocaleListRecord, 'list' | 'sweep'>): Locale[] {
  const codes = new Map(list.map(({ id, code }) => [id, code]));
  const all = [...list, ...(sweep?.removing ?? [])];
  return all.map(({ id, code, name, fallback, partial, serves_entries }, i) => ({
    id,
    code,
    name,
    default: i === 0,
    fallback: fallback === null ? null : (codes.get(fallback) ?? null),
    partial,
    serves_entries,
    direction: localeDirection(code),
    ...sweepState(sweep, id),
  }));
}

/** The state of a locale, and how much of its preparation or removal is done. */
function sweepState(
  sweep: LocaleListRecord['sweep'],
  id: string,
): { status: 'ready' } | { status: 'preparing' | 'removing'; progress: number } {
  if (sweep?.preparing.includes(id) === true) return { status: 'preparing', progress: sweep.progress };
  if (sweep?.removing.some((locale) => locale.id === id) === true)
    return { status: 'removing', progress: sweep.progress };
  return { status: 'ready' };
}

/** The stored form of a code that no locale has. @throws invalid_locale, locale_taken */
function freeCode(list: readonly LocaleRecord[], text: string): string {
  const parsed = parseLocaleCode(text);
  const expected = 'a code such as de, de-AT or zh-Hant-TW';
  if (parsed === null || ('replacement' in parsed && parseLocaleCode(parsed.replacement) === null))
    throw invalidLocale(`"${text.slice(0, 40)}" is not the code of a locale`, 'code', { expected });
  if ('replacement' in parsed) {
    const why = `The code "${text}" was replaced. Use "${parsed.replacement}"`;
    throw invalidLocale(why, 'code', { expected, did_you_mean: parsed.replacement });
  }
  const { code } = parsed;
  if (list.some((one) => one.code === code))
    throw apiError('locale_taken', { code }, { param: 'code', locales: [code] });
  return code;
}

function fallbackOf(list: readonly LocaleRecord[], text: string | null, now: Date): string | null {
  return text === null ? null : findLocale(list, text, { now, param: 'fallback' }).id;
}

/** The codes that a locale had before, newest first, without its present one and those that have expired. */
function formerCodesOf(before: LocaleRecord, code: string, now: Date) {
  const former = before.former_codes ?? [];
  const until = new Date(now.getTime() + localeBounds.formerCodeDays * dayMs);
  const all = code === before.code ? former : [{ code: before.code, until }, ...former];
  return all.filter((one) => one.code !== code && one.until > now);
}

/**
 * Checks the fallbacks of a changed list, and takes the code of the changed locale from the former codes of others.
 * @throws invalid_locale
 */
function checkedList(list: readonly LocaleRecord[], changed: LocaleRecord): readonly LocaleRecord[] {
  if (list[0]?.fallback != null) throw invalidFallback('The default locale has no fallback', 'null');
  const byId = new Map(list.map((one) => [one.id, one]));
  for (const locale of list) {
    const chain = [locale];
    for (let next = locale.fallback; next !== null; next = chain.at(-1)?.fallback ?? null) {
      const target = byId.get(next);
      if (target === undefined) break;
      if (chain.includes(target))
        throw invalidFallback(`The fallbacks form a circle: ${arrows([...chain, target])}`, 'no circle');
      chain.push(target);
      if (chain.length > localeBounds.fallbackLinks + 1) {
        const max = `at most ${localeBounds.fallbackLinks} links`;
        throw invalidFallback(
          `A chain of fallbacks has ${max}, and this one has more: ${arrows(chain)}`,
          max,
        );
      }
    }
  }
  return list.map((one) => (one === changed ? one : withoutFormerCode(one, changed.code)));
}

function arrows(chain: readonly LocaleRecord[]): string {
  return chain.map(({ code }) => code).join(', ');
}

function withoutFormerCode(locale: LocaleRecord, code: string): LocaleRecord {
  const { former_codes: former, ...rest } = locale;
  if (former?.some((one) => one.code === code) !== true) return locale;
  const others = former.filter((one) => one.code !== code);
  return others.length === 0 ? rest : { ...rest, former_codes: others };
}

function invalidFallback(why: string, expected: string): Error {
  return invalidLocale(why, 'fallback', { expected });
}

function invalidLocale(
  why: string,
  param: string,
  hints: { expected: string; did_you_mean?: string },
): Error {
  return apiError('invalid_locale', { why }, { param, ...hints });
}
