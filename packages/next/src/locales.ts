/** A locale of the project, as the build of the site read it. */
export interface SiteLocale {
  code: string;
  isDefault: boolean;
  direction: 'ltr' | 'rtl';
}

/** The locales of a site with the option `localeRoutes` of `withGalley`, the default first. */
export function siteLocales(): readonly SiteLocale[] {
  // Next replaces this expression with its value at build time
  return JSON.parse(process.env.GALLEY_LOCALES ?? '[]') as SiteLocale[];
}
