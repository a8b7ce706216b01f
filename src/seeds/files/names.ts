import { type LinkTargetKind, linkTargetKinds } from '../../contract/fields/links.ts';
import type { KeyPath } from '../seed-errors.ts';

/** A reference to another seed or an image in a seed file. */
export interface NameUse {
  /** The name of the other seed: `product/tern`, `image/tern.png`. */
  name: string;
  path: KeyPath;
  /** In a Markdown text: the zero-based line of the reference in that text. Otherwise null. */
  markdownLine: number | null;
}

/** A string that is only a reference: `seed:product/tern`. */
const referencePattern = /^seed:(\S+)$/;

/**
 * A link or image in Markdown that points into the seeds, as `[text](seed:product/tern)` or
 * `![alt](seed:tern.png "caption")`. Groups: `!` of an image, text, name, title with the white space before it.
 */
const markdownPattern = /(!?)\[((?:[^\]\\]|\\.)*)\]\(seed:([^\s)]+)(\s+(?:"[^"]*"|'[^']*'))?\s*\)/g;

/** The name of a seed. References to images contain only the file name. */
function nameOf(reference: string): string {
  return reference.includes('/') ? reference : `image/${reference}`;
}

/** Returns every reference, at any depth. */
export function namesIn(value: unknown, path: KeyPath = []): NameUse[] {
  if (typeof value === 'string') {
    const name = referencePattern.exec(value)?.[1];
    if (name !== undefined) return [{ name: nameOf(name), path, markdownLine: null }];
    return [...value.matchAll(markdownPattern)].map(({ 3: name = '', index }) => ({
      name: nameOf(name),
      path,
      markdownLine: value.slice(0, index).split('\n').length - 1,
    }));
  }
  if (Array.isArray(value)) return value.flatMap((item, i) => namesIn(item, [...path, i]));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => namesIn(item, [...path, key]));
}

/** Returns the stored id of a seed, or null. */
export type IdOf = (name: string) => string | null;

/**
 * Replaces names with ids, as the API accepts them. A name without an id removes its list item (a mark, an
 * author) or else its key; a link in Markdown becomes plain text.
 */
export function withIds(value: Readonly<Record<string, unknown>>, idOf: IdOf): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      const replacement = replaceNames(item, idOf, false);
      return replacement === undefined ? [] : [[key, replacement]];
    }),
  );
}

function replaceNames(value: unknown, idOf: IdOf, isItem: boolean): unknown {
  if (typeof value === 'string') {
    const name = referencePattern.exec(value)?.[1];
    return name === undefined ? replaceInMarkdown(value, idOf) : (idOf(nameOf(name)) ?? undefined);
  }
  if (Array.isArray(value))
    return value.map((item) => replaceNames(item, idOf, true)).filter((item) => item !== undefined);
  if (!isRecord(value)) return value;
  if (!isItem || isBlock(value)) return withIds(value, idOf);
  const entries = Object.entries(value).map(([key, item]) => [key, replaceNames(item, idOf, true)] as const);
  return entries.some(([, item]) => item === undefined) ? undefined : Object.fromEntries(entries);
}

/** Blocks lose unresolved references, but stay, because they contain more than references. */
function isBlock(value: Readonly<Record<string, unknown>>): boolean {
  return typeof value['block'] === 'string' && isRecord(value['values']);
}

function replaceInMarkdown(markdown: string, idOf: IdOf): string {
  return markdown.replace(markdownPattern, (_all, ...[bang, text = '', name = '', title = '']: string[]) => {
    const id = idOf(nameOf(name));
    if (bang === '!') return id === null ? '' : `![${text}](${id}${title})`;
    return id === null ? text : `[${text}](${refTypeOf(name)}:${id}${title})`;
  });
}

/** Returns the reference type in Markdown (specification: rich-text). */
function refTypeOf(name: string): string {
  const kind = name.slice(0, name.indexOf('/'));
  return isModuleKind(kind) ? kind : 'entry';
}

/** Whether a kind belongs to a module, such as the blog. */
export function isModuleKind(kind: string): kind is LinkTargetKind {
  return (linkTargetKinds as readonly string[]).includes(kind);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
