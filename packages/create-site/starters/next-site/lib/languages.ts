import { siteLocales } from 'galley-next';
import { notFound } from 'next/navigation';
import { site } from './site';
import { type Texts, textsOf } from './texts';

/** The language of a page, which the first part of its path names. */
export interface Language {
  /** The code of the locale. */
  code: string;
  /** The `lang` and `dir` attributes of the page. Projects with one locale have no `dir`. */
  lang: string;
  dir: 'ltr' | 'rtl' | undefined;
  /** The start of all paths in this language: `/de`, or an empty string for the default locale. */
  prefix: string;
  isDefault: boolean;
  /** The words of the site in this language. */
  texts: Texts;
}

/** A page in one of the languages. */
export interface Alternate {
  locale: string;
  path: string;
}

/** The languages of the site, the default first. */
export function languages(): Language[] {
  const locales = siteLocales();
  return locales.map(({ code, isDefault, direction }) => {
    const prefix = isDefault ? '' : `/${code}`;
    if (locales.length > 1)
      return { code, lang: code, dir: direction, prefix, isDefault, texts: textsOf(code) };
    const { language: lang } = site;
    return { code, lang, dir: undefined, prefix, isDefault, texts: textsOf(lang) };
  });
}

export function isMultilingual(): boolean {
  return siteLocales().length > 1;
}

/** The language of the parameter `locale` of a route. */
export function languageOf(code: string): Language {
  return languages().find((language) => language.code === code) ?? notFound();
}

/** The path of a page in a language: `/blog` becomes `/de/blog`. */
export function pathIn({ prefix }: Pick<Language, 'prefix'>, path: string): string {
  return prefix !== '' && path === '/' ? prefix : `${prefix}${path}`;
}

/** The pages of an item in each language in which readers see it. */
export function alternatesOf<A extends { locale: string }>(
  alternates: readonly A[] | undefined,
  pathOf: (alternate: A) => string,
): Alternate[] {
  return languages().flatMap((language) => {
    const alternate = alternates?.find(({ locale }) => locale === language.code);
    return alternate === undefined
      ? []
      : [{ locale: language.code, path: pathIn(language, pathOf(alternate)) }];
  });
}

/** The pages at a path that exists in every language. */
export function everywhere(path: string): Alternate[] {
  return languages().map((language) => ({ locale: language.code, path: pathIn(language, path) }));
}

/** The name of a language in that language. */
export function nameOf(code: string): string {
  return new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
}
