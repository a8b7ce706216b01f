/** The URL parameters of the translations. The locale is that of the project. */
export interface TranslationsSearch {
  kind?: string | undefined;
  /** `missing`, `outdated` or `current`; absent for missing and outdated ones. */
  state?: string | undefined;
}
