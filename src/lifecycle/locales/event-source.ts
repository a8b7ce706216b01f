import type { LocaleRecord } from '../../core/context/index.ts';
import { isVisible } from '../publishing/due/ends.ts';
import type { LocaleNotice } from './notices.ts';
import type { LocaleStates } from './schema.ts';

/**
 * The locale that the keys of an event describe: the default one, or the first with a change if readers don't and
 * didn't see the item in the default locale.
 */
export function eventSource(
  list: readonly LocaleRecord[],
  locales: readonly LocaleNotice[],
  { before, after, at }: { before: LocaleStates; after: LocaleStates; at: Date },
): LocaleRecord | undefined {
  const [first] = list;
  const defaultId = first?.id ?? '';
  const seesDefault = [before, after].some((states) => {
    const state = states.get(defaultId);
    return state !== undefined && isVisible(state, at);
  });
  const isDefaultNoticed = locales.some(({ locale }) => locale === defaultId);
  if (seesDefault || isDefaultNoticed) return first;
  return list.find(({ id }) => id === locales[0]?.locale) ?? first;
}

/** The locales of an event, with the URL of the item in each. */
export function eventLocales(
  list: readonly LocaleRecord[],
  locales: readonly LocaleNotice[],
  url: string,
): { locale: string; change: LocaleNotice['change']; url: string }[] {
  const codes = new Map(list.map(({ id, code }) => [id, code]));
  return locales.map(({ locale, change }) => {
    const code = codes.get(locale) ?? '';
    return { locale: code, change, url: `${url}?locale=${code}` };
  });
}
