import type { Locale, ProjectLocales } from '../../../src/projects/locales/schema.ts';
import { useProject, useProjectQuery } from './project.ts';

/** Milliseconds between two reads while a locale is being prepared or removed. */
const progressMs = 2_000;

export type { Locale };

/** The locales of the project, the default first; empty while they are read. */
export function useLocales(): readonly Locale[] {
  return useLocaleList().data?.locales ?? [];
}

/** The query of the locales, which is repeated while one of them is not ready. */
export function useLocaleList() {
  return useProjectQuery<ProjectLocales>('schema', '/locales', {
    refetchMs: (list) =>
      list?.locales.some(({ status }) => status !== 'ready') === true ? progressMs : undefined,
  });
}

/** The locales in which content can be written: those that are not being removed. */
export function useWritableLocales(): readonly Locale[] {
  return useLocales().filter(({ status }) => status !== 'removing');
}

/**
 * The locale of the open list; null if the project has one locale. An unknown code in the URL means the default locale.
 */
export function useChosenLocale(): Locale | null {
  const { locale: code } = useProject();
  const locales = useWritableLocales();
  if (locales.length < 2) return null;
  return locales.find((locale) => locale.code === code) ?? locales[0] ?? null;
}

/** The parameter that names a locale; none for the default one. */
export function localeQuery(locale: Locale | null): { locale?: string } {
  return locale === null || locale.default ? {} : { locale: locale.code };
}

/** The locale from which texts are translated: the fallback, else the default. Null for the default locale. */
export function sourceOf(locale: Locale, locales: readonly Locale[]): Locale | null {
  if (locale.default) return null;
  return locales.find(({ code }) => code === locale.fallback) ?? locales.find((one) => one.default) ?? null;
}
