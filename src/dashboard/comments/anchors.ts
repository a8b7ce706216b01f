import { type AnchorState, containsQuote } from '../../contract/comments.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { keyStoredAs } from '../../contract/fields/storage-key.ts';
import type { TypesBySlug } from '../../content/index.ts';
import type { LocaleListRecord } from '../../core/context/index.ts';
import type { DraftField, StoredAnchor } from '../../lifecycle/index.ts';
import type { LoadedItem } from './items.ts';
import type { Anchor, AnchorInput } from './schema.ts';

/** The anchor of a new thread in the current draft. @throws invalid_field_value */
export function readAnchor(
  item: LoadedItem,
  { field: key = null, block_id = null, locale: code = null, quote: quoteInput = null }: AnchorInput,
  locales: LocaleListRecord,
): StoredAnchor {
  const locale = code === null ? null : readLocale(item, code, locales);
  const fields = item.fieldsIn(locale)(block_id);
  if (fields === null) throw invalid('block_id', 'is no block of the draft');
  if (key === null) {
    if (block_id === null) throw invalid('field', 'is required without a block');
    if (quoteInput !== null) throw invalid('quote', 'needs a field');
    return { field: null, block_id, locale, quote: null };
  }
  const field = fields.find((each) => each.key === key);
  if (field === undefined)
    throw invalid('field', `names no field of the ${block_id === null ? 'item' : 'block'}`);
  if (quoteInput !== null && field.readText() === null)
    throw invalid('quote', 'is only possible in text fields');
  const { exact = '', prefix = '', suffix = '' } = quoteInput ?? {};
  const quote = quoteInput === null ? null : { exact, prefix, suffix };
  return { field: field.stored, block_id, locale, quote };
}

/** Articles have texts in the default locale alone. @returns null for the default locale */
function readLocale({ subject }: LoadedItem, code: string, { list }: LocaleListRecord): string | null {
  const [first, ...others] = list;
  if (code === first?.code) return null;
  const locale = subject.kind === 'entry' ? others.find((each) => each.code === code) : undefined;
  if (locale === undefined) throw invalid('locale', 'is no locale of the item');
  return locale.id;
}

function invalid(part: string, why: string): Error {
  const name = `anchor.${part}`;
  return apiError('invalid_field_value', { name, why }, { param: name });
}

/** An anchor with its state in the current draft. */
export function anchorInDraft(item: LoadedItem, anchor: StoredAnchor, locales: LocaleListRecord): Anchor {
  const fields = item.fieldsIn(anchor.locale)(anchor.block_id);
  const field = fields?.find(({ stored }) => stored === anchor.field);
  const isLocaleGone = anchor.locale !== null && !locales.list.some(({ id }) => id === anchor.locale);
  return serialize(anchor, locales, {
    field: field?.key ?? previousKey(anchor),
    state: isLocaleGone ? 'field_removed' : stateOf(anchor, fields, field),
  });
}

/** An anchor in a list that reads no drafts. */
export function listedAnchor(
  { subject }: { subject: { type: string | null } },
  anchor: StoredAnchor,
  { types, locales }: { types: TypesBySlug; locales: LocaleListRecord },
): Anchor {
  const type = subject.type === null || anchor.block_id !== null ? undefined : types.get(subject.type);
  const field =
    type === undefined || anchor.field === null ? previousKey(anchor) : keyStoredAs(type, anchor.field);
  return serialize(anchor, locales, { field, state: null });
}

function previousKey({ field }: StoredAnchor): string | null {
  return field === null ? null : keyStoredAs({ fields: [] }, field);
}

function stateOf(
  { field: stored, quote }: StoredAnchor,
  fields: readonly DraftField[] | null,
  field: DraftField | undefined,
): AnchorState {
  if (fields === null) return 'block_removed';
  if (stored === null) return 'ok';
  if (field === undefined) return 'field_removed';
  return quote === null || containsQuote(field.readText() ?? '', quote.exact) ? 'ok' : 'quote_changed';
}

function serialize(
  { block_id, locale, quote }: StoredAnchor,
  { list }: LocaleListRecord,
  { field, state }: Pick<Anchor, 'field' | 'state'>,
): Anchor {
  const code = list.find(({ id }) => id === locale)?.code;
  return { field, block_id, ...(code === undefined ? {} : { locale: code }), quote, state };
}
