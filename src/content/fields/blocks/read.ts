import { jsonType } from '../../../contract/fields/json-type.ts';
import { limits } from '../../../contract/limits.ts';
import { ApiError, apiError } from '../../../contract/errors/api-error.ts';
import type { FieldKind, ValueLink, ValueWarning } from '../kind.ts';
import type { Field } from '../schema.ts';
import { type BlockShapes, linksOf } from '../walk.ts';
import type { KnownBlocks } from './known.ts';
import { ItemReader, type SentItem } from './read-item.ts';
import { takeSameIds } from './match-blocks.ts';
import { blockProblem, missingIn, unknownKeysIn } from './problems.ts';
import { WrittenBlocks, type WrittenItem, type WrittenList, type WrittenPart } from './written.ts';

/** How a written `blocks` field is read. */
export interface BlocksReading {
  field: Field;
  /** Definitions of the release. */
  blocks: BlockShapes;
  known: KnownBlocks;
  /** Whether blocks are sent whole, as POST and PUT do, or laid over those that the entry has. */
  isWhole: boolean;
  mayBeIncomplete: boolean;
  now: Date;
  kindOf: (field: Field) => FieldKind;
  warn: (warning: ValueWarning) => void;
  fault: (fault: ApiError) => void;
  link: (link: ValueLink) => void;
}

/** Where values of a block are being read. */
interface Values {
  fields: readonly Field[];
  at: string;
  /** The id that was sent with the block; undefined where none was. */
  blockId: string | undefined;
  level: number;
  /** Whether keys that are left out count as empty, and defaults fill them. */
  isWhole: boolean;
  isNew: boolean;
  /** Whether lists may be emptied alone, as where blocks are changed in place. */
  inParts: boolean;
}

/**
 * Reads what was written into a `blocks` field, in each of the forms that it takes, checks every value by its kind and
 * gives each new block its id (specification: blocks). Faults go to `reading.fault`, in the order of the request.
 */
export function readBlocks(value: unknown, reading: BlocksReading): WrittenBlocks {
  const written = new BlocksReader(reading).read(value);
  if ('items' in written) takeSameIds(written, reading);
  return new WrittenBlocks(written);
}

class BlocksReader {
  readonly #reading: BlocksReading;
  readonly #items: ItemReader;

  constructor(reading: BlocksReading) {
    this.#reading = reading;
    this.#items = new ItemReader(reading);
  }

  read(value: unknown): WrittenBlocks['form'] {
    const { field, isWhole } = this.#reading;
    if (Array.isArray(value)) return this.#list(value, { field, at: field.key, level: 1 });
    if (!isWhole && jsonType(value) === 'object') return this.#parts(value as Record<string, unknown>);
    const expected = isWhole ? 'a list of blocks' : 'a list of blocks, or an object of changes by their ids';
    this.#reading.fault(blockProblem(field.key, { expected, got: jsonType(value), name: field.key }));
    return { items: [], at: field.key };
  }

  #list(sent: readonly unknown[], place: { field: Field; at: string; level: number }): WrittenList {
    const { field, at, level } = place;
    const items: WrittenItem[] = [];
    for (const [i, one] of sent.entries()) {
      if (i >= limits.blocks_per_entry_max) {
        this.#reading.fault(tooMany(at, sent.length));
        break;
      }
      const item = this.#items.read(one, { field, at: `${at}[${i}]`, level });
      if (item !== null) items.push(this.#filled(item, level));
    }
    return { items, at };
  }

  #filled(item: SentItem, level: number): WrittenItem {
    const { values, fields, isKnown, ...rest } = item;
    const isLaid = isKnown && !this.#reading.isWhole;
    const blockId = item.isNamed ? item.id : undefined;
    const at = `${item.at}.values`;
    const place = { fields, at, blockId, level, isWhole: !isLaid, isNew: !isKnown, inParts: false };
    return { ...rest, isLaid, ...this.#values(values, place) };
  }

  /** Changes of blocks where they stand, by id. */
  #parts(sent: Record<string, unknown>): WrittenBlocks['form'] {
    const { field, known, blocks, fault } = this.#reading;
    const parts = new Map<string, WrittenPart | null>();
    for (const [id, change] of Object.entries(sent)) {
      const at = `${field.key}.${id}`;
      const slug = known.slugs.get(id)?.[0];
      const fields = blocks.get(slug ?? '')?.fields;
      const goesWith = [...(known.around.get(id) ?? [])].find((outer) => sent[outer] === null);
      if (fields === undefined) {
        fault(
          blockProblem(at, {
            name: field.key,
            expected: 'the id of a block of this field',
            got: id.slice(0, 80),
          }),
        );
      } else if (goesWith !== undefined) {
        const expected = `no change of a block inside ${goesWith}, which is removed`;
        fault(blockProblem(at, { name: field.key, expected, got: id, blockId: id }));
      } else if (change === null) {
        parts.set(id, null);
      } else if (jsonType(change) !== 'object') {
        const expected = 'an object of values, or null to remove the block';
        fault(blockProblem(at, { name: field.key, expected, got: jsonType(change), blockId: id }));
      } else {
        const place = { fields, at, blockId: id, level: 0, isWhole: false, isNew: false, inParts: true };
        parts.set(id, { ...this.#values(change as Record<string, unknown>, place), at });
      }
    }
    return { parts };
  }

  #values(sent: Record<string, unknown>, place: Values): Pick<WrittenItem, 'values' | 'lists'> {
    const made: Pick<WrittenItem, 'values' | 'lists'> = { values: {}, lists: {} };
    for (const field of place.fields) {
      const has = Object.hasOwn(sent, field.key);
      const preset = place.isNew && !has ? (field.options.default ?? undefined) : undefined;
      if (!has && preset === undefined) {
        if (place.isWhole && this.#isNeeded(field, place.level)) this.#missing(field, place);
        continue;
      }
      try {
        this.#value(field, has ? sent[field.key] : preset, { place, made });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        this.#reading.fault(placed(error, place.blockId));
      }
    }
    for (const fault of unknownKeysIn(sent, place)) this.#reading.fault(fault);
    return made;
  }

  #value(
    field: Field,
    value: unknown,
    { place, made }: { place: Values; made: Pick<WrittenItem, 'values' | 'lists'> },
  ): void {
    const at = `${place.at}.${field.key}`;
    const isNeeded = this.#isNeeded(field, place.level);
    if (field.type === 'blocks') {
      const list = this.#inner(field, value, { ...place, at });
      if (isNeeded && (list === null || list.items.length === 0)) this.#missing(field, place);
      made.lists[field.key] = list;
      return;
    }
    if (value === null) {
      if (isNeeded) this.#missing(field, place);
      made.values[field.key] = null;
      return;
    }
    const kind = this.#reading.kindOf(field);
    const stored = kind.read(value, { field, at, warn: this.#reading.warn });
    if (isNeeded && kind.isEmpty(stored)) this.#missing(field, place);
    made.values[field.key] = stored;
    for (const link of linksOf({ field, value: stored, at, block: null }))
      this.#reading.link(place.blockId === undefined ? link : { ...link, blockId: place.blockId });
  }

  #inner(field: Field, value: unknown, { at, level, inParts }: Values): WrittenList | null {
    if (value === null) return null;
    if (Array.isArray(value) && (!inParts || value.length === 0))
      return this.#list(value, { field, at, level: level + 1 });
    const expected = inParts
      ? 'null or an empty list; change its blocks by their own ids'
      : 'a list of blocks';
    throw blockProblem(at, { name: field.key, expected, got: jsonType(value) });
  }

  /** Lists inside blocks of the last level stay empty, so they are not asked for. */
  #isNeeded({ options, type }: Field, level: number): boolean {
    if (options.required !== true || this.#reading.mayBeIncomplete) return false;
    return type !== 'blocks' || level < limits.blocks_depth_max;
  }

  #missing(field: Field, { at, blockId }: Values): void {
    this.#reading.fault(missingIn(field, `${at}.${field.key}`, blockId));
  }
}

function tooMany(param: string, got: number): ApiError {
  const most = limits.blocks_per_entry_max;
  return apiError(
    'too_many_blocks',
    { what: 'blocks', most },
    { param, expected: `at most ${most}`, got: String(got) },
  );
}

/** The same fault with the block in which it was found. */
function placed(fault: ApiError, blockId: string | undefined): ApiError {
  if (blockId === undefined) return fault;
  const { code, message, hints, others } = fault;
  const tx = others.map((one) => placed(one, blockId));
  return new ApiError(code, message, { ...hints, block_id: blockId }, tx);
}
