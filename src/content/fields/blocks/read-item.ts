import { isId, newId } from '../../../contract/ids.ts';
import { jsonType } from '../../../contract/fields/json-type.ts';
import { limits } from '../../../contract/limits.ts';
import { ApiError, apiError } from '../../../contract/errors/api-error.ts';
import { didYouMean } from '../../../contract/errors/suggest.ts';
import type { Field } from '../schema.ts';
import type { BlockShapes } from '../walk.ts';
import { blockHint, blockProblem, notAllowed } from './problems.ts';
import type { KnownBlocks } from './known.ts';
import type { WrittenItem } from './written.ts';

/** An item whose values are still to be read. */
export interface SentItem extends Pick<WrittenItem, 'id' | 'isNamed' | 'block' | 'at'> {
  values: Record<string, unknown>;
  fields: readonly Field[];
  /** Whether the entry has this block already. */
  isKnown: boolean;
}

interface ItemRules {
  blocks: BlockShapes;
  known: KnownBlocks;
  isWhole: boolean;
  now: Date;
  fault: (fault: ApiError) => void;
}

interface ItemPlace {
  field: Field;
  at: string;
  level: number;
}

const itemKeys = ['id', 'block', 'values'];
const form = 'a block {id?, block, values?}, or the id of a block that the entry has';

/** Reads what one item of a list is: which block, new or named, and whether it may stand there. */
export class ItemReader {
  readonly #rules: ItemRules;
  readonly #seen = new Set<string>();

  constructor(rules: ItemRules) {
    this.#rules = rules;
  }

  /** Returns null where the item is refused; the reason is among the problems. */
  read(sent: unknown, place: ItemPlace): SentItem | null {
    try {
      return this.#read(sent, place);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#rules.fault(error);
      return null;
    }
  }

  #read(sent: unknown, place: ItemPlace): SentItem {
    const { field, at, level } = place;
    const name = field.key;
    const item = typeof sent === 'string' ? { id: sent } : sent;
    if (jsonType(item) !== 'object') throw blockProblem(at, { name, expected: form, got: jsonType(sent) });
    const given = withoutAlias(item as Record<string, unknown>, place);
    const id = this.#readId(given['id'], place, typeof sent === 'string');
    for (const key of Object.keys(given)) if (!itemKeys.includes(key)) throw unknownKey(key, at, id);
    if (level > limits.blocks_depth_max) throw tooDeep(at, id);
    const block = this.#readSlug(given['block'], id, place);
    const { values = {} } = given;
    if (jsonType(values) !== 'object')
      throw blockProblem(`${at}.values`, {
        name,
        expected: 'an object of values',
        got: jsonType(values),
        blockId: id,
      });
    const fields = this.#rules.blocks.get(block)?.fields;
    const allowed = field.options.blocks ?? [];
    if (fields === undefined || !allowed.includes(block)) {
      const param = given['block'] === undefined ? at : `${at}.block`;
      throw notAllowed(block, { param, allowed, blockId: id });
    }
    return {
      id: id ?? newId('block', this.#rules.now),
      isNamed: id !== undefined,
      block,
      at,
      values: values as Record<string, unknown>,
      fields,
      isKnown: id !== undefined && this.#rules.known.slugs.get(id)?.includes(block) === true,
    };
  }

  #readId(id: unknown, { field, at }: ItemPlace, isAlone: boolean): string | undefined {
    if (id === undefined) return undefined;
    const param = isAlone ? at : `${at}.id`;
    const expected = 'the id of a block: blk_ and 26 characters';
    if (typeof id !== 'string') throw blockProblem(param, { name: field.key, expected, got: jsonType(id) });
    if (!isId('block', id)) throw blockProblem(param, { name: field.key, expected, got: id.slice(0, 80) });
    if (this.#seen.has(id)) {
      const once = 'an id that stands once in the field';
      throw blockProblem(param, { name: field.key, expected: once, got: `${id} again`, blockId: id });
    }
    this.#seen.add(id);
    return id;
  }

  #readSlug(sent: unknown, id: string | undefined, { field, at }: ItemPlace): string {
    const name = field.key;
    if (typeof sent === 'string') return sent;
    if (sent !== undefined)
      throw blockProblem(`${at}.block`, {
        name,
        expected: 'the slug of a block',
        got: jsonType(sent),
        blockId: id,
      });
    if (id === undefined) throw blockProblem(at, { name, expected: form, got: 'neither id nor block' });
    const had = this.#rules.isWhole ? undefined : this.#rules.known.slugs.get(id)?.[0];
    if (had !== undefined) return had;
    const expected = this.#rules.isWhole ? 'a whole block, with its slug in "block"' : form;
    const got = this.#rules.isWhole ? 'an id alone' : 'an id that no block of this field has';
    throw blockProblem(at, { name, expected, got, blockId: id });
  }
}

/** `type` is another name of `block`. */
function withoutAlias(item: Record<string, unknown>, { at }: ItemPlace): Record<string, unknown> {
  if (item['type'] === undefined) return item;
  const { type, ...rest } = item;
  if (rest['block'] === undefined) return { ...rest, block: type };
  const why = 'it was sent under two names';
  throw apiError('invalid_field_value', { name: 'block', why }, { param: `${at}.type` });
}

function unknownKey(name: string, at: string, id: string | undefined): ApiError {
  const hints = {
    param: `${at}.${name}`,
    did_you_mean: didYouMean(name, itemKeys),
    available_fields: itemKeys,
  };
  return apiError('unknown_field', { name }, { ...hints, ...blockHint(id) });
}

function tooDeep(param: string, id: string | undefined): ApiError {
  const most = limits.blocks_depth_max;
  const hints = { param, expected: `at most ${most} levels`, got: `level ${most + 1}` };
  return apiError('blocks_too_deep', { most }, { ...hints, ...blockHint(id) });
}
