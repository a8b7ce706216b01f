import { Type } from '@sinclair/typebox';
import { limits } from '../limits.ts';
import { slugPattern } from '../text/slugs.ts';

/**
 * Schemas of the fields in bodies of the built-in modules (specification: modules). Null clears a field, so
 * each accepts it. One schema with two types instead of a union lets the validation name the expected type.
 */

/** A text of at most `max` characters, or null. */
export function textInput(max: number) {
  return Type.Unsafe<string | null>({
    type: ['string', 'null'],
    maxLength: max,
    'x-nfc': true,
    description: `a text of at most ${max} characters`,
  });
}

/** A required text. The module reports an empty one, together with all other errors. */
export function requiredText(max: number) {
  return Type.Unsafe<string | null>({
    ...textInput(max),
    // The byte order mark counts as a blank in JavaScript, but not in other languages' patterns.
    'x-document': { type: 'string', minLength: 1, pattern: '[^\\s\\ufeff]' },
  });
}

const webUrlPattern = '[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#\\\\]';

/** A URL with http, https, mailto or tel, or a path of the site. */
export const Address = Type.String({
  pattern: `^(?:${webUrlPattern}|[Mm][Aa][Ii][Ll][Tt][Oo]:|[Tt][Ee][Ll]:|/(?![/\\\\]))\\S*$`,
  maxLength: limits.url_chars_max,
  description: `an address with http, https, mailto or tel, or a path beginning with "/", at most ${limits.url_chars_max} characters`,
});

/** An absolute web URL, or null. */
export const WebAddressInput = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  pattern: `^(?:|${webUrlPattern}\\S*)$`,
  maxLength: limits.url_chars_max,
  description: `an absolute http or https address, at most ${limits.url_chars_max} characters`,
});

/** A slug, or null for one made from the title. */
export const SlugInput = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  pattern: slugPattern,
  maxLength: limits.slug_chars_max,
  description: `lower-case letters and digits joined by hyphens, at most ${limits.slug_chars_max} characters`,
});

/** An id, or null. The database decides whether it exists. */
export const IdInput = Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'an id' });

/** A required id; the module reports its absence. */
export const RequiredIdInput = Type.Unsafe<string | null>({ ...IdInput, 'x-document': { type: 'string' } });

/** The publish date. Its form is checked later, because dates have their own error codes. */
export const PublishedAtInput = Type.Unknown({
  'x-document': {
    type: ['string', 'null'],
    format: 'date-time',
    description: 'A time (RFC 3339); in the future it schedules, null is now.',
    examples: ['2025-03-14T09:30:00.000Z'],
  },
});

/** The date of a scheduled change. Its form is checked later, with its own error code. */
export const PublishAtInput = Type.Unknown({
  'x-document': {
    type: ['string', 'null'],
    format: 'date-time',
    description:
      'Of an item that is live: the time (RFC 3339) at which its draft, as it is now, replaces what readers see; null cancels.',
    examples: ['2026-11-20T09:30:00.000Z'],
  },
});

/** The end date. Its form is checked later, because dates have their own error codes. */
export const UnpublishAtInput = Type.Unknown({
  'x-document': {
    type: ['string', 'null'],
    format: 'date-time',
    description:
      'The time (RFC 3339) at which readers stop seeing the item: it is a draft from then on; null takes the end away.',
    examples: ['2026-12-24T18:00:00.000Z'],
  },
});

/** Only for documents: the body has to change something. */
export const requiresChange = { 'x-document': { minProperties: 1 } } as const;

/** A list of ids; objects with an `id`, as reads return them, are accepted too. */
export const IdListInput = Type.Unsafe<(string | { id: string })[] | null>({
  type: ['array', 'null'],
  maxItems: limits.tags_max,
  description: `a list of at most ${limits.tags_max} ids`,
  items: {
    'x-item': true,
    type: ['string', 'object'],
    properties: { id: { type: 'string' } },
    required: ['id'],
    description: 'an id, or an object with its id',
  },
});

/** A list of short texts, or null. */
export const TagsInput = Type.Unsafe<string[] | null>({
  type: ['array', 'null'],
  maxItems: limits.tags_max,
  description: `a list of at most ${limits.tags_max} texts`,
  items: {
    'x-item': true,
    'x-nfc': true,
    type: 'string',
    pattern: '\\S',
    maxLength: limits.tag_chars_max,
    description: `a text of 1 to ${limits.tag_chars_max} characters`,
  },
});

/** The `seo` of a body; keys are merged one by one. */
export const SeoInput = Type.Unsafe<Partial<SeoValues> | null>({
  type: ['object', 'null'],
  additionalProperties: false,
  description: 'an object with title, description, og_image_id, no_index',
  properties: {
    title: textInput(limits.description_chars_max),
    description: textInput(limits.description_chars_max),
    og_image_id: IdInput,
    no_index: { type: ['boolean', 'null'], description: 'true or false' },
  },
});

/** Null clears a key. */
interface SeoValues {
  title: string | null;
  description: string | null;
  og_image_id: string | null;
  no_index: boolean | null;
}

/** Returns the ids of a list without duplicates, in order. */
export function idsOf(list: readonly (string | { id: string })[] | null): string[] {
  return [...new Set((list ?? []).map((item) => (typeof item === 'string' ? item : item.id)))];
}

/** The revision of the source from which the texts of a write were written; the newest one by default. */
export const TranslatedFromInput = Type.Integer({ minimum: 0 });

/** Values of further locales by code, with the localized keys of the body. */
export const LocalesInput = Type.Unsafe<Record<string, Record<string, unknown>>>({
  type: 'object',
  description: 'an object with a code for each locale, and the values that it has there',
  additionalProperties: { type: 'object', description: 'an object with the values of the locale' },
});
