import type { TSchema } from '@sinclair/typebox';
import { textsOf } from './forms.ts';
import type { FieldFile } from './schema.ts';
import type { KeyPath } from './seed-errors.ts';

/** A place where a seed file names another seed or an image. */
export interface NameUse {
  name: string;
  /** What the name must be of: a module kind, the slug of a custom type, `image`; `any` for a link in rich text. */
  kind: string;
  path: KeyPath;
  /** Inside Markdown: lines below its first one. Null elsewhere. */
  markdownLine: number | null;
}

/**
 * A link or image in Markdown that points into the seeds, as `[text](seed:product/tern)` or
 * `![alt](seed:tern.png "caption")`. Groups: `!` of an image, text, name, title with the white space before it.
 */
export const seedInMarkdown = /(!?)\[((?:[^\]\\]|\\.)*)\]\(seed:([^\s)]+)(\s+(?:"[^"]*"|'[^']*'))?\s*\)/g;

/** What the settings of a file name, by the keywords of its form. */
export function namesInForm(form: TSchema, data: unknown): NameUse[] {
  return textsOf(form, data).flatMap(({ keywords: { seed, image }, text, path }) => {
    if (seed !== undefined) return [{ name: text, kind: seed, path, markdownLine: null }];
    return image === true ? [{ name: text, kind: 'image', path, markdownLine: null }] : [];
  });
}

/** What the values of an entry name, by the fields of its type. */
export function namesInValues(
  fields: readonly FieldFile[],
  values: Readonly<Record<string, unknown>>,
): NameUse[] {
  return fields.flatMap((field) => {
    const value = values[field.key];
    const path = ['values', field.key];
    if (field.type === 'richtext') return namesInRichtext(value, path);
    const kind = kindNamedBy(field);
    if (kind === null) return [];
    const items: [unknown, KeyPath][] = Array.isArray(value)
      ? value.map((item: unknown, i) => [item, [...path, i]])
      : [[value, path]];
    return items.flatMap(([item, at]) =>
      typeof item === 'string' ? [{ name: item, kind, path: at, markdownLine: null }] : [],
    );
  });
}

/** What a field's values are names of: `image`, a module kind or the slug of a type; null for plain values. */
export function kindNamedBy({ type, options }: FieldFile): string | null {
  if (type === 'image' || type === 'gallery') return 'image';
  const target =
    type === 'link' || type === 'link_list'
      ? options?.['target']
      : type === 'reference' || type === 'reference_list'
        ? options?.['content_type']
        : null;
  return typeof target === 'string' ? target : null;
}

/** What a rich text value names: `{markdown}`, or a document with `ref` marks and `media_id` images. */
export function namesInRichtext(value: unknown, path: KeyPath): NameUse[] {
  if (!isRecord(value)) return [];
  const { markdown } = value;
  if (typeof markdown === 'string') return namesInMarkdown(markdown, path);
  return namesInNode(value, path);
}

function namesInMarkdown(markdown: string, path: KeyPath): NameUse[] {
  return [...markdown.matchAll(seedInMarkdown)].map(({ 1: bang, 3: name = '', index }) => ({
    name,
    kind: bang === '!' ? 'image' : 'any',
    path,
    markdownLine: markdown.slice(0, index).split('\n').length - 1,
  }));
}

function namesInNode(value: unknown, path: KeyPath): NameUse[] {
  if (Array.isArray(value)) return value.flatMap((item, i) => namesInNode(item, [...path, i]));
  if (!isRecord(value)) return [];
  const { media_id: image, ref } = value;
  if (typeof image === 'string') {
    return [{ name: image, kind: 'image', path: [...path, 'media_id'], markdownLine: null }];
  }
  if (isRecord(ref) && typeof ref['id'] === 'string') {
    const kind = typeof ref['type'] === 'string' && ref['type'] !== 'entry' ? ref['type'] : 'any';
    return [{ name: ref['id'], kind, path: [...path, 'ref', 'id'], markdownLine: null }];
  }
  return Object.entries(value).flatMap(([key, item]) => namesInNode(item, [...path, key]));
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
