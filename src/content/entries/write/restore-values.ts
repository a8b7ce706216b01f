import type { Block } from '../../../contract/fields/blocks.ts';
import { newId } from '../../../contract/ids.ts';
import { limits } from '../../../contract/limits.ts';
import { ApiError } from '../../../contract/errors/api-error.ts';
import type { TypeShape } from '../../types/lookup.ts';
import type { EntryValues } from '../store/schema.ts';
import type { Field } from '../../fields/schema.ts';
import { blocksOf, type Shape } from '../../fields/walk.ts';
import { fieldKindOf } from '../../fields/kinds.ts';

/** What came back and what did not, each named as faults name places. */
export interface HeldValues {
  values: EntryValues;
  left: LeftOut[];
}

interface LeftOut {
  param: string;
  /** The block that was left out itself, or had the value. */
  blockId: string | null;
  isBlock: boolean;
}

/** A remark on something that a restored draft lost. */
export interface LeftOutWarning {
  code: 'left_out';
  message: string;
  param: string;
  block_id?: string;
}

/**
 * Older values as far as today's definitions still take them (specification: blocks): fields and blocks that are gone or
 * not allowed there any more are left out, and so are values of another kind. A block whose id means another one in what
 * is live gets a new id.
 */
export function heldValues(
  type: TypeShape,
  values: EntryValues,
  { live, now }: { live: EntryValues | null; now: Date },
): HeldValues {
  const holding = new Holding(type, live ?? {}, now);
  return { values: holding.values(type.fields, values, null), left: holding.left };
}

/** The remarks on what was left out. */
export function leftOutWarnings({ left }: HeldValues): LeftOutWarning[] {
  return left.map(({ param, blockId, isBlock }) => ({
    code: 'left_out',
    message: isBlock
      ? `The block "${param}" was left out: it is not defined any more, or its list no longer takes it.`
      : `The field "${param}" was left out: the ${blockId === null ? 'type' : 'block'} no longer has it, or its value does not fit any more.`,
    param,
    ...(blockId === null ? {} : { block_id: blockId }),
  }));
}

/** A block whose values are being looked at. */
interface Inside {
  top: string;
  blockId: string;
  level: number;
}

class Holding {
  readonly left: LeftOut[] = [];
  readonly #blocks: Shape['blocks'];
  readonly #now: Date;
  /** Slugs of the live blocks, by their field and id. */
  readonly #live = new Map<string, string>();

  constructor(type: TypeShape, live: EntryValues, now: Date) {
    this.#blocks = type.blocks;
    this.#now = now;
    for (const { top, block } of blocksOf(type, live)) this.#live.set(`${top}/${block.id}`, block.block);
  }

  values(fields: readonly Field[], values: EntryValues, tx: Inside | null): EntryValues {
    const held: EntryValues = {};
    const leave = (key: string) => {
      const param = tx === null ? key : `${tx.top}.${tx.blockId}.${key}`;
      this.left.push({ param, blockId: tx?.blockId ?? null, isBlock: false });
    };
    for (const field of fields) {
      const { key } = field;
      const value = values[key];
      if (value === undefined || value === null) continue;
      if (field.type === 'blocks' && Array.isArray(value))
        held[key] = this.#list(field, value as Block[], tx);
      else if (field.type !== 'blocks' && mayHold(field, value))
        held[key] = fieldKindOf(field).normalize?.(value) ?? value;
      else leave(key);
    }
    const gone = Object.keys(values).filter((key) => !fields.some((field) => field.key === key));
    for (const key of gone) if (values[key] !== null) leave(key);
    return held;
  }

  #list(field: Field, list: readonly Block[], tx: Inside | null): Block[] {
    const level = (tx?.level ?? 0) + 1;
    const top = tx?.top ?? field.key;
    return list.flatMap(({ id, block, values }) => {
      const definition = this.#blocks.get(block);
      const isAllowed = field.options.blocks?.includes(block) === true && level <= limits.blocks_depth_max;
      if (definition === undefined || !isAllowed) {
        this.left.push({ param: `${top}.${id}`, blockId: id, isBlock: true });
        return [];
      }
      const meant = this.#live.get(`${top}/${id}`) ?? block;
      const own = meant === block ? id : newId('block', this.#now);
      return [
        { id: own, block, values: this.values(definition.fields, values, { top, blockId: id, level }) },
      ];
    });
  }
}

const jsonTypes = ['string', 'number', 'boolean', 'object', 'array'];

/** Whether a stored value is one to the field; bounds aside, which may have been set after it was stored. */
function mayHold(field: Field, value: unknown): boolean {
  try {
    fieldKindOf(field).read(value, { field, at: field.key, warn: () => undefined });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isOfItsType = error.code === 'invalid_field_value' && !jsonTypes.includes(error.hints.got ?? '');
    return field.type !== 'select' && isOfItsType;
  }
}
