import type { Locale } from 'galley-client';
import { site } from './site';
import { type Texts, textsOf } from './texts';

/** The language of a page, which the first part of its path names. */
export interface Language {
  /** The code of the locale; null if the project has only one. */
  code: string | null;
  /** The `lang` and `dir` attributes of the page. Projects with one locale have no `dir`. */
  lang: string;
  dir: 'ltr' | 'rtl' | undefined;
  /** The start of all paths in this language: `/de`, or an empty string for the default locale. */
  prefix: string;
  /** The path of the page without its prefix. */
  path: string;
  /** The words of the site in this language. */
  texts: Texts;
  /** All locales of the project, the default first; empty if the project has only one. */
  locales: readonly Locale[];
}

/** A page in one of the languages. */
export interface Alternate {
  locale: string;
  path: string;
}

/** The language of every page of a project with one locale. */
export function onlyLanguage(path: string): Language {
  const { language: lang } = site;
  return { code: null, lang, dir: undefined, prefix: '', path, texts: textsOf(lang), locales: [] };
}

/** Finds the language of a path. The default locale has no prefix. */
export function languageAt(pathname: string, locales: readonly Locale[]): Language {
  const siteLocales = locales.filter(({ status }) => status !== 'removing');
  const [standard, ...others] = siteLocales;
  if (standard === undefined || others.length === 0) return onlyLanguage(pathname);
  const [, first] = pathname.split('/');
  const locale = others.find(({ code }) => code === first) ?? standard;
  const prefix = prefixOf(locale);
  const path = pathname.slice(prefix.length) || '/';
  const { code, direction: dir } = locale;
  return { code, lang: code, dir, prefix, path, texts: textsOf(code), locales: siteLocales };
}

export function prefixOf({ code, default: isDefault }: Pick<Locale, 'code' | 'default'>): string {
  return isDefault ? '' : `/${code}`;
}

/** The path of a page in a language: `/blog` becomes `/de/blog`. */
export function pathIn(prefix: string, path: string): string {
  return prefix !== '' && path === '/' ? prefix : `${prefix}${path}`;
}

/** The pages of an item in each language in which readers see it. */
export function alternatesOf<A extends { locale: string }>(
  { locales }: Pick<Language, 'locales'>,
  alternates: readonly A[] | undefined,
  pathOf: (alternate: A) => string,
): Alternate[] {
  return (alternates ?? []).flatMap((alternate) => {
    const locale = locales.find(({ code }) => code === alternate.locale);
    return locale === undefined
      ? []
      : [{ locale: locale.code, path: pathIn(prefixOf(locale), pathOf(alternate)) }];
  });
}

/** The path to redirect to if a path has the slug of another language; null if it is right. */
export function redirectPath(
  { code, prefix }: Pick<Language, 'code' | 'prefix'>,
  requested: string | undefined,
  { slug, below }: { slug: string | undefined; below: string },
): string | null {
  return code === null || slug === undefined || slug === requested ? null : `${prefix}${below}/${slug}`;
}

/** The pages at a path that exists in every language. */
export function everywhere({ locales }: Pick<Language, 'locales'>, path: string): Alternate[] {
  return locales.map((locale) => ({ locale: locale.code, path: pathIn(prefixOf(locale), path) }));
}

/** The name of a language in that language. */
export function nameOf(code: string): string {
  return new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
}
