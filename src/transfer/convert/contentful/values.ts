import { limits } from '../../../contract/limits.ts';
import { parseTime } from '../../../contract/time.ts';
import type { ItemLoss } from '../schema.ts';
import { shorten } from '../values.ts';
import { loadedText } from '../words.ts';
import { markdownWords } from '../markdown/document.ts';
import type { MappedField } from './model.ts';
import { richTextToHtml, type RichTextTargets, richTextWords } from './rich-text.ts';
import { type ContentfulSpace, linkIdsOf } from './space.ts';

/** The values of an entry in one locale, with the words of the source and those of the values. */
export interface ConvertedValues {
  values: Record<string, unknown>;
  source: string[];
  written: string[];
}

/** Converts the values of entries. */
export class ValueConverter {
  readonly #space: ContentfulSpace;
  readonly #targets: RichTextTargets;

  constructor(space: ContentfulSpace, targets: RichTextTargets) {
    this.#space = space;
    this.#targets = targets;
  }

  /** Converts one value of a field, and adds it to the values of its locale. */
  convert(field: MappedField, value: unknown, into: ConvertedValues, losses: ItemLoss[]): void {
    if (value === undefined || value === null) return;
    const { kind, key, source } = field;
    if (kind === 'entry' || kind === 'entries') return this.#addReferences(field, value, into, losses);
    const newValue = this.#read(field, value, into, losses);
    if (newValue === undefined) losses.push({ reason: 'value', detail: source.id });
    else into.values[key] = newValue;
  }

  #read(field: MappedField, value: unknown, into: ConvertedValues, losses: ItemLoss[]): unknown {
    switch (field.kind) {
      case 'text':
      case 'choice':
        return typeof value === 'string' ? readText(field, value, into, losses) : undefined;
      case 'markdown':
        return typeof value === 'string'
          ? readBody({ markdown: value }, markdownWords(value), into)
          : undefined;
      case 'richtext':
        return readBody({ html: richTextToHtml(value, this.#targets, losses) }, richTextWords(value), into);
      case 'number':
        return typeof value === 'number' && Number.isSafeInteger(Math.trunc(value)) ? value : undefined;
      case 'boolean':
        return typeof value === 'boolean' ? value : undefined;
      case 'date':
        return typeof value === 'string' ? (parseTime(value)?.toISOString() ?? undefined) : undefined;
      case 'point':
        return readPoint(value);
      case 'texts':
        return readTexts(value, into);
      case 'asset':
      case 'assets': {
        const ids = linkIdsOf(value).filter((id) => this.#isUsable(id, field));
        if (ids.length < linkIdsOf(value).length)
          losses.push({ reason: 'file_missing', detail: field.source.id });
        return field.kind === 'assets' ? ids.slice(0, limits.list_items_max) : (ids[0] ?? null);
      }
      case 'json':
      case 'entry':
      case 'entries':
        return value;
    }
  }

  #isUsable(id: string, { isFile }: MappedField): boolean {
    const asset = this.#space.assets.get(id);
    return asset !== undefined && (isFile || asset.isImage);
  }

  #addReferences(
    { kind, referenceKeys, source }: MappedField,
    value: unknown,
    { values }: ConvertedValues,
    losses: ItemLoss[],
  ): void {
    const ids = linkIdsOf(value);
    if (referenceKeys.size > 1) losses.push({ reason: 'mixed_reference', detail: source.id });
    for (const [type, key] of referenceKeys) {
      const idsOfType = ids
        .filter((id) => this.#space.entryTypes.get(id) === type)
        .slice(0, limits.list_items_max);
      if (idsOfType.length > 0) values[key] = kind === 'entries' ? idsOfType : idsOfType[0];
    }
    const hasMissing = ids.some((id) => !referenceKeys.has(this.#space.entryTypes.get(id) ?? ''));
    if (hasMissing || ids.length > limits.list_items_max)
      losses.push({ reason: 'reference_missing', detail: source.id });
  }
}

function readText(
  { isLong, kind, choices, source }: MappedField,
  value: string,
  into: ConvertedValues,
  losses: ItemLoss[],
): string | undefined {
  into.source.push(value);
  if (kind === 'choice' && !choices.includes(value)) return undefined;
  const text = isLong ? value : value.replace(/[\n\r\u2028\u2029]+/g, ' ');
  const short = shorten(text, isLong ? limits.text_chars_max : limits.string_chars_max, {
    losses,
    name: source.id,
  });
  into.written.push(short);
  return short;
}

function readBody(
  body: { html: string } | { markdown: string },
  words: string,
  into: ConvertedValues,
): object | undefined {
  const text = loadedText(body);
  into.source.push(words);
  if (text === null) return undefined;
  into.written.push(text);
  return body;
}

function readPoint(value: unknown): object | undefined {
  const { lat, lon } = value as { lat?: unknown; lon?: unknown };
  return typeof lat === 'number' && typeof lon === 'number' ? { lat, lng: lon } : undefined;
}

function readTexts(value: unknown, into: ConvertedValues): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const texts = value.filter((text): text is string => typeof text === 'string' && text.trim() !== '');
  const lines = texts.map((text) =>
    text.replace(/[\n\r\u2028\u2029]+/g, ' ').slice(0, limits.string_chars_max),
  );
  into.source.push(...texts);
  into.written.push(...lines.slice(0, limits.list_items_max));
  return lines.slice(0, limits.list_items_max);
}
