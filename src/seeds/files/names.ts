import { type LinkTargetKind, linkTargetKinds } from '../../contract/fields/links.ts';
import type { KeyPath } from '../seed-errors.ts';

/** A place where a seed file names another seed or a picture. */
export interface NameUse {
  /** `product/tern`, `image/tern.png` */
  name: string;
  path: KeyPath;
  /** Inside Markdown: lines below its first one. Null elsewhere. */
  markdownLine: number | null;
}

/** `seed:product/tern`; the whole of a string. */
const whole = /^seed:(\S+)$/;

/**
 * A link or image in Markdown that points into the seeds, as `[text](seed:product/tern)` or
 * `![alt](seed:tern.png "caption")`. Groups: `!` of an image, text, name, title with the white space before it.
 */
const inMarkdown = /(!?)\[((?:[^\]\\]|\\.)*)\]\(seed:([^\s)]+)(\s+(?:"[^"]*"|'[^']*'))?\s*\)/g;

/** Pictures are named by their file alone. */
function nameOf(written: string): string {
  return written.includes('/') ? written : `image/${written}`;
}

/** Every use of a name, at any depth. */
export function namesIn(value: unknown, path: KeyPath = []): NameUse[] {
  if (typeof value === 'string') {
    const alone = whole.exec(value)?.[1];
    if (alone !== undefined) return [{ name: nameOf(alone), path, markdownLine: null }];
    return [...value.matchAll(inMarkdown)].map(({ 3: name = '', index }) => ({
      name: nameOf(name),
      path,
      markdownLine: value.slice(0, index).split('\n').length - 1,
    }));
  }
  if (Array.isArray(value)) return value.flatMap((item, i) => namesIn(item, [...path, i]));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => namesIn(item, [...path, key]));
}

/** What the name of a seed stands for by now; null for what is not stored. */
export type IdOf = (name: string) => string | null;

/**
 * The value with ids in place of names, as the API takes it. A name that stands for nothing takes with it the item of
 * the list that it is in (a mark, an author), or else the key; a link in Markdown becomes plain text.
 */
export function withIds(value: Readonly<Record<string, unknown>>, idOf: IdOf): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      const filled = fill(item, idOf, false);
      return filled === undefined ? [] : [[key, filled]];
    }),
  );
}

function fill(value: unknown, idOf: IdOf, isItem: boolean): unknown {
  if (typeof value === 'string') {
    const name = whole.exec(value)?.[1];
    return name === undefined ? fillMarkdown(value, idOf) : (idOf(nameOf(name)) ?? undefined);
  }
  if (Array.isArray(value))
    return value.map((item) => fill(item, idOf, true)).filter((item) => item !== undefined);
  if (!isRecord(value)) return value;
  if (!isItem || isBlock(value)) return withIds(value, idOf);
  const entries = Object.entries(value).map(([key, item]) => [key, fill(item, idOf, true)] as const);
  return entries.some(([, item]) => item === undefined) ? undefined : Object.fromEntries(entries);
}

/** A block loses what is not stored, and stays: it is more than what it names. */
function isBlock(value: Readonly<Record<string, unknown>>): boolean {
  return typeof value['block'] === 'string' && isRecord(value['values']);
}

function fillMarkdown(markdown: string, idOf: IdOf): string {
  return markdown.replace(inMarkdown, (_all, ...[bang, text = '', name = '', title = '']: string[]) => {
    const id = idOf(nameOf(name));
    if (bang === '!') return id === null ? '' : `![${text}](${id}${title})`;
    return id === null ? text : `[${text}](${refTypeOf(name)}:${id}${title})`;
  });
}

/** How a link in Markdown calls what it leads to (specification: rich-text). */
function refTypeOf(name: string): string {
  const kind = name.slice(0, name.indexOf('/'));
  return isModuleKind(kind) ? kind : 'entry';
}

/** Every other kind of seed is the type of an entry. */
export function isModuleKind(kind: string): kind is LinkTargetKind {
  return (linkTargetKinds as readonly string[]).includes(kind);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
