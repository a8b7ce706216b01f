import { parseLocaleCode } from '../../../../src/contract/locale-codes.ts';
import type { LocaleContent } from '../../../../src/projects/locales/schema.ts';
import type { Locale } from '../../api/locales.ts';

/** What readers lose with a locale: "German has 120 live, 3 scheduled and 14 draft items." */
export function removalSentence(name: string, { live, scheduled, drafts }: LocaleContent): string {
  const isOne = live + scheduled + drafts === 1;
  const counts = `${live} live, ${scheduled} scheduled and ${drafts} draft ${isOne ? 'item' : 'items'}`;
  return `${name} has ${counts}. Readers lose them at once.`;
}

/** The fallback that is preselected for a new code: a locale of the same language, else the default. */
export function suggestedFallback(text: string, locales: readonly Locale[]): string {
  const parsed = parseLocaleCode(text.trim());
  const code = parsed !== null && 'code' in parsed ? parsed.code : '';
  const language = languageOf(code);
  const sameLanguage = locales.find((one) => one.code !== code && languageOf(one.code) === language);
  return (sameLanguage ?? locales.find((one) => one.default))?.code ?? '';
}

function languageOf(code: string): string {
  return code.split('-')[0] ?? '';
}
