import { isDeepStrictEqual } from 'node:util';
import { isId, newId } from '../../../contract/ids.ts';
import { jsonType } from '../../../contract/fields/json.ts';
import { limits } from '../../../contract/limits.ts';
import { ApiError, apiError } from '../../../contract/errors/api-error.ts';
import { didYouMean } from '../../../contract/errors/suggest.ts';
import type { LocaleRecord } from '../../../core/context/index.ts';
import { findLocale, localeBounds } from '../../../projects/index.ts';
import type { Field } from '../schema.ts';
import type { BlockShapes } from '../walk.ts';
import { blockHint, blockError, notAllowedError } from './block-errors.ts';
import type { StoredBlocks } from './stored-blocks.ts';
import type { WrittenItem } from './written.ts';

/** An item whose values have not been read yet. */
export interface SentItem extends Pick<WrittenItem, 'id' | 'isNamed' | 'block' | 'at' | 'onlyLocales'> {
  values: Record<string, unknown>;
  fields: readonly Field[];
  /** Whether the entry already contains this block. */
  isStored: boolean;
}

interface ItemRules {
  /** The field of the entry. */
  field: Field;
  /** The locales of the project; absent if it has one. */
  locales?: readonly LocaleRecord[] | undefined;
  blocks: BlockShapes;
  stored: StoredBlocks;
  isWhole: boolean;
  now: Date;
  reportError: (error: ApiError) => void;
}

interface ItemLocation {
  field: Field;
  at: string;
  level: number;
}

const itemKeys = ['id', 'block', 'values'];
const localeKey = 'only_locales';
const itemForms = 'a block {id?, block, values?}, or the id of a block that the entry has';

/** Reads the id and the slug of list items, and checks that the list accepts each block. */
export class ItemReader {
  readonly #rules: ItemRules;
  readonly #readIds = new Set<string>();

  constructor(rules: ItemRules) {
    this.#rules = rules;
  }

  /** Returns null and reports an error if the item is invalid. */
  read(sent: unknown, place: ItemLocation): SentItem | null {
    try {
      return this.#read(sent, place);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#rules.reportError(error);
      return null;
    }
  }

  #read(sent: unknown, place: ItemLocation): SentItem {
    const { field, at, level } = place;
    const name = field.key;
    const item = typeof sent === 'string' ? { id: sent } : sent;
    if (jsonType(item) !== 'object') throw blockError(at, { name, expected: itemForms, got: jsonType(sent) });
    const sentBlock = withoutAlias(item as Record<string, unknown>, place);
    const id = this.#readId(sentBlock['id'], place, typeof sent === 'string');
    const onlyLocales = this.#readLocales(sentBlock, id, place);
    const keys = onlyLocales === undefined ? itemKeys : [...itemKeys, localeKey];
    for (const key of Object.keys(sentBlock)) if (!keys.includes(key)) throw unknownKeyError(key, at, id);
    if (level > limits.blocks_depth_max) throw tooDeepError(at, id);
    const block = this.#readSlug(sentBlock['block'], id, place);
    const { values = {} } = sentBlock;
    if (jsonType(values) !== 'object')
      throw blockError(`${at}.values`, {
        name,
        expected: 'an object of values',
        got: jsonType(values),
        blockId: id,
      });
    const fields = this.#rules.blocks.get(block)?.fields;
    const allowedBlocks = field.options.blocks ?? [];
    if (fields === undefined || !allowedBlocks.includes(block)) {
      const param = sentBlock['block'] === undefined ? at : `${at}.block`;
      throw notAllowedError(block, { param, allowed: allowedBlocks, blockId: id });
    }
    return {
      id: id ?? newId('block', this.#rules.now),
      isNamed: id !== undefined,
      block,
      at,
      ...(onlyLocales === undefined ? {} : { onlyLocales }),
      values: values as Record<string, unknown>,
      fields,
      isStored: id !== undefined && this.#rules.stored.slugs.get(id)?.includes(block) === true,
    };
  }

  /**
   * The ids of the locales whose readers see a block; null for all, undefined if they were not sent. Editors and checks of
   * a draft send the ids that a block has, also those of removed locales.
   */
  #readLocales(
    sent: Record<string, unknown>,
    id: string | undefined,
    { at }: ItemLocation,
  ): readonly string[] | null | undefined {
    const { field, locales, stored, now } = this.#rules;
    const { [localeKey]: codes } = sent;
    const storedBlocks = id === undefined ? [] : (stored.stored.get(id) ?? []);
    if (storedBlocks.some(({ only_locales: ids }) => ids !== undefined && isDeepStrictEqual(ids, codes)))
      return codes as string[]; // equal to the stored ids
    if (codes === undefined || locales === undefined || locales.length < 2) return undefined;
    if (codes === null) return null;
    const param = `${at}.${localeKey}`;
    if (field.options.localized === true)
      throw apiError(
        'invalid_field_value',
        {
          name: localeKey,
          why: 'each locale has its own list, so write the block in the lists of its locales',
        },
        { param },
      );
    const expected = `a list of 1 to ${localeBounds.locales} locale codes, or null for all`;
    if (!Array.isArray(codes) || codes.length === 0 || codes.length > localeBounds.locales)
      throw blockError(param, { name: localeKey, expected, got: jsonType(codes) });
    const ids = codes.map((code: unknown) => {
      if (typeof code !== 'string')
        throw blockError(param, { name: localeKey, expected, got: jsonType(code) });
      const isStored = storedBlocks.some(({ only_locales: storedIds = [] }) => storedIds.includes(code));
      return isStored ? code : findLocale(locales, code, { now, param }).id;
    });
    return [...new Set(ids)];
  }

  #readId(id: unknown, { field, at }: ItemLocation, isAlone: boolean): string | undefined {
    if (id === undefined) return undefined;
    const param = isAlone ? at : `${at}.id`;
    const expected = 'the id of a block: blk_ and 26 characters';
    if (typeof id !== 'string') throw blockError(param, { name: field.key, expected, got: jsonType(id) });
    if (!isId('block', id)) throw blockError(param, { name: field.key, expected, got: id.slice(0, 80) });
    if (this.#readIds.has(id)) {
      const once = 'an id that stands once in the field';
      throw blockError(param, { name: field.key, expected: once, got: `${id} again`, blockId: id });
    }
    this.#readIds.add(id);
    return id;
  }

  #readSlug(sent: unknown, id: string | undefined, { field, at }: ItemLocation): string {
    const name = field.key;
    if (typeof sent === 'string') return sent;
    if (sent !== undefined)
      throw blockError(`${at}.block`, {
        name,
        expected: 'the slug of a block',
        got: jsonType(sent),
        blockId: id,
      });
    if (id === undefined) throw blockError(at, { name, expected: itemForms, got: 'neither id nor block' });
    const storedSlug = this.#rules.isWhole ? undefined : this.#rules.stored.slugs.get(id)?.[0];
    if (storedSlug !== undefined) return storedSlug;
    const expected = this.#rules.isWhole ? 'a whole block, with its slug in "block"' : itemForms;
    const got = this.#rules.isWhole ? 'an id alone' : 'an id that no block of this field has';
    throw blockError(at, { name, expected, got, blockId: id });
  }
}

/** Accepts `type` as another name of `block`. */
function withoutAlias(item: Record<string, unknown>, { at }: ItemLocation): Record<string, unknown> {
  if (item['type'] === undefined) return item;
  const { type, ...rest } = item;
  if (rest['block'] === undefined) return { ...rest, block: type };
  const why = 'it was sent under two names';
  throw apiError('invalid_field_value', { name: 'block', why }, { param: `${at}.type` });
}

function unknownKeyError(name: string, at: string, id: string | undefined): ApiError {
  const hints = {
    param: `${at}.${name}`,
    did_you_mean: didYouMean(name, itemKeys),
    available_fields: itemKeys,
  };
  return apiError('unknown_field', { name }, { ...hints, ...blockHint(id) });
}

function tooDeepError(param: string, id: string | undefined): ApiError {
  const most = limits.blocks_depth_max;
  const hints = { param, expected: `at most ${most} levels`, got: `level ${most + 1}` };
  return apiError('blocks_too_deep', { most }, { ...hints, ...blockHint(id) });
}
