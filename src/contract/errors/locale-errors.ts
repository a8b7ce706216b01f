import { clip } from '../text/clip.ts';
import { row } from './error-row.ts';

/** Errors of the list of locales. */
export const localeErrors = {
  unknown_locale: row<{ code: string; available: readonly string[] }>(
    400,
    ({ code, available }) =>
      `Locale "${clip(code)}" does not exist in this project. Use one of: ${available.join(', ')}.`,
    'The project has no locale with this code. `available_locales` lists the codes of its locales. A code ignores case, and `_` is read as `-`.',
  ),
  locale_not_ready: row<{ code: string; progress: number }>(
    409,
    ({ code, progress }) =>
      `Locale "${code}" is being prepared (${Math.floor(progress * 100)}%). Try again in a few seconds.`,
    'A job is writing what lists with `fallback=entries` read in this locale. `progress` is a number from 0 to 1. Other reads of the locale work.',
  ),
  invalid_locale: row<{ why: string }>(
    400,
    (d) => `${d.why}.`,
    'A code consists of a language of 2 or 3 letters and, if needed, a script, a region and one variant: `de`, `de-AT`, `zh-Hant-TW`. Fallbacks form a chain of at most 3 links without a circle, and the default locale has none. A project has at most 50 locales.',
  ),
  locale_taken: row<{ code: string }>(
    409,
    (d) => `Locale "${d.code}" already exists in this project.`,
    'Each code belongs to one locale of a project. `locales` names it.',
  ),
  locale_is_default: row<{ code: string }>(
    409,
    (d) => `Locale "${d.code}" is the default locale, which cannot be removed.`,
    'The default locale is the first one of a project. It can have another code and name, but it is never removed.',
  ),
  locale_conflict: row<{ code: string }>(
    409,
    (d) =>
      `Two entries would have the same unique value in "${d.code}". Give each listed entry another value in this locale, or in the locale that it falls back to.`,
    'With this fallback, or with `serves_entries`, an entry would serve a value in a unique field that another entry has in the locale, or in one that falls back to it. `entries` contains the ids of up to 20 such entries.',
  ),
  type_not_localized: row<{ slug: string; code: string }>(
    400,
    ({ slug, code }) =>
      `Content type "${slug}" has no localized field, so its entries have no content in "${code}". Write without locale, or set "localized": true on a field.`,
    'Entries of a type without localized fields have one content for all locales. Set `"localized": true` in the options of a field, in the type or in a block that its lists can contain.',
  ),
  locale_is_fallback: row<{ code: string; locales: readonly string[] }>(
    409,
    ({ code, locales }) =>
      `Other locales fall back to "${code}": ${locales.join(', ')}. Give them another fallback first.`,
    'A locale can be removed after no other locale falls back to it. `locales` lists those that do.',
  ),
} as const;
