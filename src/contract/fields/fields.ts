import { Type } from '@sinclair/typebox';
import { limits } from '../limits.ts';
import { slugPattern } from '../text/slugs.ts';

/*
 * Forms of the fields that bodies of the built-in modules are made of (specification: modules). Null clears a field, so
 * each takes it; one schema with two types instead of a union lets the check name what was expected.
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

/** A text that must hold something. Its feature tells that nothing is there, together with all other faults. */
export function neededText(max: number) {
  return Type.Unsafe<string | null>({
    ...textInput(max),
    // The mark of byte order is a blank here and in no other language's patterns.
    'x-document': { type: 'string', minLength: 1, pattern: '[^\\s\\ufeff]' },
  });
}

const web = '[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#\\\\]';

/** An address: http, https, mailto, tel, or a path of the site itself. */
export const Address = Type.String({
  pattern: `^(?:${web}|[Mm][Aa][Ii][Ll][Tt][Oo]:|[Tt][Ee][Ll]:|/(?![/\\\\]))\\S*$`,
  maxLength: limits.url_chars_max,
  description: `an address with http, https, mailto or tel, or a path beginning with "/", at most ${limits.url_chars_max} characters`,
});

/** An absolute web address, or null. */
export const WebAddressInput = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  pattern: `^(?:|${web}\\S*)$`,
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

/** An id, or null. Whether it leads anywhere is asked of the database. */
export const IdInput = Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'an id' });

/** An id that must be there; its feature tells that it is not. */
export const NeededIdInput = Type.Unsafe<string | null>({ ...IdInput, 'x-document': { type: 'string' } });

/** The time of a publication. Its form is checked with the codes that dates have of their own. */
export const PublishedAtInput = Type.Unknown({
  'x-document': {
    type: ['string', 'null'],
    format: 'date-time',
    description: 'A time (RFC 3339); in the future it schedules, null is now.',
    examples: ['2025-03-14T09:30:00.000Z'],
  },
});

/** The time of a scheduled change. Its form is checked with a code of its own. */
export const PublishAtInput = Type.Unknown({
  'x-document': {
    type: ['string', 'null'],
    format: 'date-time',
    description:
      'Of an item that is live: the time (RFC 3339) at which its draft, as it is now, replaces what readers see; null cancels.',
    examples: ['2026-11-20T09:30:00.000Z'],
  },
});

/** The moment at which readers stop seeing an item. Its form is checked with codes of its own. */
export const UnpublishAtInput = Type.Unknown({
  'x-document': {
    type: ['string', 'null'],
    format: 'date-time',
    description:
      'The time (RFC 3339) at which readers stop seeing the item: it is a draft from then on; null takes the end away.',
    examples: ['2026-12-24T18:00:00.000Z'],
  },
});

/** What a body says to documents alone that must change something. */
export const changesSomething = { 'x-document': { minProperties: 1 } } as const;

/** A list of ids; what reads serve in their place (objects with an `id`) is accepted too. */
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

/** What a body sends as `seo`; each key is merged by itself. */
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

/** The `seo` of a body: null clears a key. */
interface SeoValues {
  title: string | null;
  description: string | null;
  og_image_id: string | null;
  no_index: boolean | null;
}

/** The ids of a written list, each once, in their order. */
export function idsOf(list: readonly (string | { id: string })[] | null): string[] {
  return [...new Set((list ?? []).map((item) => (typeof item === 'string' ? item : item.id)))];
}
