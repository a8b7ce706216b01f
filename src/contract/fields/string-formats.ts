import { limits } from '../limits.ts';
import { slugPattern } from '../text/slugs.ts';

/** What `options.format` of a string field checks (specification: fields). */
export interface StringFormat {
  /** The form in words, for errors. */
  readonly expected: string;
  readonly pattern: string;
  readonly charsMax: number;
  readonly example: string;
  /** The stored form of a text that has the pattern; absent if it is stored as sent. */
  normalize?(text: string): string;
}

const emailName = "[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+";
const hostPart = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';

export const stringFormats = {
  email: {
    expected: 'an email address of at most 254 characters',
    // The pattern of <input type="email"> in HTML.
    pattern: `^${emailName}@${hostPart}(?:\\.${hostPart})*$`,
    charsMax: 254,
    example: 'ann@example.com',
  },
  slug: {
    expected: `lower-case letters and digits joined by hyphens, at most ${limits.slug_chars_max} characters`,
    pattern: slugPattern,
    charsMax: limits.slug_chars_max,
    example: 'first-flight',
  },
  color: {
    expected: 'a color as #rgb, #rgba, #rrggbb or #rrggbbaa',
    pattern: '^#(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$',
    charsMax: 9,
    example: '#ffaa00',
    normalize: longColor,
  },
  time: {
    expected: 'a time from 00:00 to 23:59:59, as HH:MM or HH:MM:SS',
    pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?$',
    charsMax: 8,
    example: '18:30',
  },
} as const satisfies Record<string, StringFormat>;
export type StringFormatName = keyof typeof stringFormats;

export const stringFormatNames = Object.keys(stringFormats) as StringFormatName[];

const forms = new Map(stringFormatNames.map((name) => [name, new RegExp(stringFormats[name].pattern)]));

/** The stored form of a text, or null if the text doesn't have the format. An empty text is allowed. */
export function readFormat(name: StringFormatName, text: string): string | null {
  const format: StringFormat = stringFormats[name];
  if (text === '') return text;
  if (text.length > format.charsMax || forms.get(name)?.test(text) !== true) return null;
  return format.normalize?.(text) ?? text;
}

/** `#FA0` -> `#ffaa00`. */
function longColor(text: string): string {
  const digits = text.slice(1).toLowerCase();
  return digits.length > 4 ? `#${digits}` : `#${[...digits].map((digit) => digit + digit).join('')}`;
}
