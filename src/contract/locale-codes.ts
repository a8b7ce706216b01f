/** Codes of locales: `de`, `de-AT`, `zh-Hant-TW`. Pure, also for the dashboard. */

const codeForm = /^([a-z]{2,3})(?:-([a-z]{4}))?(?:-([a-z]{2}|\d{3}))?(?:-([a-z0-9]{5,8}|\d[a-z0-9]{3}))?$/i;
const codeCharsMax = 35;

/** Scripts that are written from right to left. */
const rtlScripts = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']);

/** A code in its stored form, or the code that replaces it. Null if the text is no code. */
export type ParsedCode = { code: string } | { replacement: string } | null;

/** Reads a code of any case, with `-` or `_`. Codes that were renamed (`iw`) have a replacement (`he`). */
export function parseLocaleCode(text: string): ParsedCode {
  if (text.length > codeCharsMax) return null;
  const [, language, script, region, variant] = codeForm.exec(text.replaceAll('_', '-')) ?? [];
  if (language === undefined) return null;
  const parts = [
    language.toLowerCase(),
    script && script.charAt(0).toUpperCase() + script.slice(1).toLowerCase(),
    region?.toUpperCase(),
    variant?.toLowerCase(),
  ];
  const code = parts.filter((part) => part !== undefined).join('-');
  const [canonicalCode = code] = Intl.getCanonicalLocales(code);
  return canonicalCode === code ? { code } : { replacement: canonicalCode };
}

/** The stored form of a code of any case; other texts stay as they are. */
export function normalLocaleCode(text: string): string {
  const parsed = parseLocaleCode(text);
  return parsed !== null && 'code' in parsed ? parsed.code : text;
}

/** The English name of a code: `German (Austria)`. Unknown codes are their own name. */
export function localeName(code: string): string {
  const names = new Intl.DisplayNames(['en'], { type: 'language', languageDisplay: 'standard' });
  return names.of(code) ?? code;
}

/** The direction in which text of a locale is written. */
export function localeDirection(code: string): 'ltr' | 'rtl' {
  return rtlScripts.has(new Intl.Locale(code).maximize().script ?? '') ? 'rtl' : 'ltr';
}
