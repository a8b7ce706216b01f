import { parse as parseToml, TomlDate } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { parseTime } from '../../../contract/time.ts';

/** The values above a text. */
export type FrontMatter = Readonly<Record<string, unknown>>;

export interface DividedText {
  values: FrontMatter;
  text: string;
  /** Whether there is front matter that can't be parsed. The text contains it. */
  isUnreadable: boolean;
}

/** Divides a file into front matter, in YAML between `---` or TOML between `+++`, and text. */
export function divideText(file: string): DividedText {
  const source = file.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const [fence = ''] = /^(?:---|\+\+\+)(?=[ \t]*\n)/.exec(source) ?? [];
  if (fence === '') return { values: {}, text: source, isUnreadable: false };
  const start = source.indexOf('\n') + 1;
  const end = endOfFrontMatter(source, fence, start);
  if (end === null) return { values: {}, text: source, isUnreadable: fence === '+++' };
  try {
    const matter = source.slice(start, end.start);
    const values: unknown =
      fence === '+++' ? parseToml(matter) : parseYaml(matter, { maxAliasCount: 50, logLevel: 'error' });
    if (values !== null && (typeof values !== 'object' || Array.isArray(values)))
      throw new Error('not an object');
    return { values: { ...values }, text: source.slice(end.after), isUnreadable: false };
  } catch {
    return { values: {}, text: source, isUnreadable: true };
  }
}

function endOfFrontMatter(
  source: string,
  fence: string,
  start: number,
): { start: number; after: number } | null {
  for (let at = start; at < source.length;) {
    const lineEnd = source.indexOf('\n', at) === -1 ? source.length : source.indexOf('\n', at);
    const line = source.slice(at, lineEnd).trimEnd();
    if (line === fence || (fence === '---' && line === '...')) return { start: at, after: lineEnd + 1 };
    at = lineEnd + 1;
  }
  return null;
}

/** The text of a value that is a text or number; empty for others. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** The texts of a list, or of a text with commas. Objects are read by their name or title. */
export function listOf(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value)
    ? value
    : typeof value === 'string'
      ? value.split(',')
      : [value];
  return items.map(nameOf).filter((text) => text !== '');
}

function nameOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return textOf(value);
  const { name, title } = value as Record<string, unknown>;
  return textOf(name) || textOf(title);
}

const dateForm =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|z|UTC|[+-]\d{2}:?\d{2})?)?$/;

/** The date of a value; null if it is none. */
export function dateOf(value: unknown): Date | null {
  if (value instanceof TomlDate || value instanceof Date) return parseTime(textOfDate(value));
  const text = textOf(value);
  const [, day, hour, minute, second = '00', zone = 'Z'] = dateForm.exec(text) ?? [];
  if (day === undefined) return englishDate(text);
  if (hour === undefined) return parseTime(day);
  const offset = /^(Z|UTC)$/i.test(zone) ? 'Z' : zone.replace(/^(.\d\d):?/, '$1:');
  return parseTime(`${day}T${hour.padStart(2, '0')}:${minute}:${second}${offset}`);
}

function textOfDate(value: Date): string {
  return value instanceof TomlDate ? value.toISOString() : new Date(value).toISOString();
}

/** `May 2, 2019` and similar dates with the name of the month. */
function englishDate(text: string): Date | null {
  if (!/[A-Za-z]{3}/.test(text) || !/\d{4}/.test(text)) return null;
  const date = new Date(/\d:\d/.test(text) ? text : `${text} UTC`);
  return Number.isNaN(date.getTime()) ? null : date;
}
