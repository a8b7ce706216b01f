import { jsonType } from '../../../contract/fields/json-type.ts';
import { limits } from '../../../contract/limits.ts';
import { ApiError, apiError } from '../../../contract/errors/api-error.ts';
import type { FieldKind, ValueLink, ValueWarning } from '../kind.ts';
import type { Field } from '../schema.ts';
import { type BlockShapes, linksOf } from '../walk.ts';
import type { StoredBlocks } from './known.ts';
import { ItemReader, type SentItem } from './read-item.ts';
import { reuseIds } from './match-blocks.ts';
import { blockError, missingFieldError, unknownKeyErrors } from './problems.ts';
import { slugFrom } from '../slug-source.ts';
import { WrittenBlocks, type WrittenItem, type WrittenList, type WrittenPart } from './written.ts';

export interface BlocksReading {
  field: Field;
  /** Block definitions of the release. */
  blocks: BlockShapes;
  stored: StoredBlocks;
  /** Whether blocks are sent whole (POST and PUT) or merged into those of the entry (PATCH). */
  isWhole: boolean;
  mayBeIncomplete: boolean;
  now: Date;
  kindOf: (field: Field) => FieldKind;
  warn: (warning: ValueWarning) => void;
  reportError: (error: ApiError) => void;
  link: (link: ValueLink) => void;
}

/** The block whose values are read. */
interface BlockLocation {
  fields: readonly Field[];
  at: string;
  /** The id that was sent with the block; undefined if it has none. */
  blockId: string | undefined;
  level: number;
  /** Whether omitted keys count as empty. */
  isWhole: boolean;
  /** The id of a block that is created, so that defaults and slugs fill its empty keys; null for an existing block. */
  newId: string | null;
  /** Whether blocks are changed by id, so that a nested list can only be emptied. */
  inParts: boolean;
}

/**
 * Reads a written `blocks` field in any of its forms, checks every value and gives each new block an id (specification:
 * blocks). Reports errors in the order of the request.
 */
export function readBlocks(value: unknown, reading: BlocksReading): WrittenBlocks {
  const written = new BlocksReader(reading).read(value);
  if ('items' in written) reuseIds(written, reading);
  return new WrittenBlocks(written);
}

class BlocksReader {
  readonly #reading: BlocksReading;
  readonly #itemReader: ItemReader;

  constructor(reading: BlocksReading) {
    this.#reading = reading;
    this.#itemReader = new ItemReader(reading);
  }

  read(value: unknown): WrittenBlocks['form'] {
    const { field, isWhole } = this.#reading;
    if (Array.isArray(value)) return this.#readList(value, { field, at: field.key, level: 1 });
    if (!isWhole && jsonType(value) === 'object') return this.#readParts(value as Record<string, unknown>);
    const expected = isWhole ? 'a list of blocks' : 'a list of blocks, or an object of changes by their ids';
    this.#reading.reportError(blockError(field.key, { expected, got: jsonType(value), name: field.key }));
    return { items: [], at: field.key };
  }

  #readList(sent: readonly unknown[], place: { field: Field; at: string; level: number }): WrittenList {
    const { field, at, level } = place;
    const items: WrittenItem[] = [];
    for (const [i, one] of sent.entries()) {
      if (i >= limits.blocks_per_entry_max) {
        this.#reading.reportError(tooManyBlocksError(at, sent.length));
        break;
      }
      const item = this.#itemReader.read(one, { field, at: `${at}[${i}]`, level });
      if (item !== null) items.push(this.#readItemValues(item, level));
    }
    return { items, at };
  }

  #readItemValues(item: SentItem, level: number): WrittenItem {
    const { values, fields, isStored, ...rest } = item;
    const isPatch = isStored && !this.#reading.isWhole;
    const blockId = item.isNamed ? item.id : undefined;
    const at = `${item.at}.values`;
    const place = {
      fields,
      at,
      blockId,
      level,
      isWhole: !isPatch,
      newId: isStored ? null : item.id,
      inParts: false,
    };
    return { ...rest, isPatch, ...this.#readValues(values, place) };
  }

  /** Reads changes of blocks by id. */
  #readParts(sent: Record<string, unknown>): WrittenBlocks['form'] {
    const { field, stored, blocks, reportError } = this.#reading;
    const parts = new Map<string, WrittenPart | null>();
    for (const [id, change] of Object.entries(sent)) {
      const at = `${field.key}.${id}`;
      const slug = stored.slugs.get(id)?.[0];
      const fields = blocks.get(slug ?? '')?.fields;
      const removedAncestor = [...(stored.ancestors.get(id) ?? [])].find((outer) => sent[outer] === null);
      if (fields === undefined) {
        reportError(
          blockError(at, {
            name: field.key,
            expected: 'the id of a block of this field',
            got: id.slice(0, 80),
          }),
        );
      } else if (removedAncestor !== undefined) {
        const expected = `no change of a block inside ${removedAncestor}, which is removed`;
        reportError(blockError(at, { name: field.key, expected, got: id, blockId: id }));
      } else if (change === null) {
        parts.set(id, null);
      } else if (jsonType(change) !== 'object') {
        const expected = 'an object of values, or null to remove the block';
        reportError(blockError(at, { name: field.key, expected, got: jsonType(change), blockId: id }));
      } else {
        const place = { fields, at, blockId: id, level: 0, isWhole: false, newId: null, inParts: true };
        parts.set(id, { ...this.#readValues(change as Record<string, unknown>, place), at });
      }
    }
    return { parts };
  }

  #readValues(sent: Record<string, unknown>, place: BlockLocation): Pick<WrittenItem, 'values' | 'lists'> {
    const written: Pick<WrittenItem, 'values' | 'lists'> = { values: {}, lists: {} };
    for (const field of place.fields) {
      const isSent = Object.hasOwn(sent, field.key);
      const preset = place.newId !== null && !isSent ? (field.options.default ?? undefined) : undefined;
      if (!isSent && preset === undefined) {
        if (place.isWhole && this.#isNeeded(field, place)) this.#reportMissing(field, place);
        continue;
      }
      try {
        this.#readValue(field, isSent ? sent[field.key] : preset, { place, written });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        this.#reading.reportError(withBlockId(error, place.blockId));
      }
    }
    if (place.newId !== null) this.#fillSlugs(written.values, { ...place, newId: place.newId });
    for (const error of unknownKeyErrors(sent, place)) this.#reading.reportError(error);
    return written;
  }

  #readValue(
    field: Field,
    value: unknown,
    { place, written }: { place: BlockLocation; written: Pick<WrittenItem, 'values' | 'lists'> },
  ): void {
    const at = `${place.at}.${field.key}`;
    const isNeeded = this.#isNeeded(field, place);
    if (field.type === 'blocks') {
      const list = this.#readNestedList(field, value, { ...place, at });
      if (isNeeded && (list === null || list.items.length === 0)) this.#reportMissing(field, place);
      written.lists[field.key] = list;
      return;
    }
    if (value === null) {
      if (isNeeded) this.#reportMissing(field, place);
      written.values[field.key] = null;
      return;
    }
    const kind = this.#reading.kindOf(field);
    const stored = kind.read(value, { field, at, warn: this.#reading.warn });
    if (isNeeded && kind.isEmpty(stored)) this.#reportMissing(field, place);
    written.values[field.key] = stored;
    for (const link of linksOf({ field, value: stored, at, block: null }))
      this.#reading.link(place.blockId === undefined ? link : { ...link, blockId: place.blockId });
  }

  #readNestedList(field: Field, value: unknown, { at, level, inParts }: BlockLocation): WrittenList | null {
    if (value === null) return null;
    if (Array.isArray(value) && (!inParts || value.length === 0))
      return this.#readList(value, { field, at, level: level + 1 });
    const expected = inParts
      ? 'null or an empty list; change its blocks by their own ids'
      : 'a list of blocks';
    throw blockError(at, { name: field.key, expected, got: jsonType(value) });
  }

  /** Makes the empty slugs of a new block from their sources. */
  #fillSlugs(values: Record<string, unknown>, place: BlockLocation & { newId: string }): void {
    for (const field of place.fields) {
      const slug = slugFrom(field, values, place.newId);
      if (slug !== null) values[field.key] = slug;
      const isRequired = field.options.required === true && !this.#reading.mayBeIncomplete;
      if (field.options.source !== undefined && isRequired && (values[field.key] ?? '') === '')
        this.#reportMissing(field, place);
    }
  }

  /**
   * Lists inside blocks of the deepest level must stay empty, so they are never required. Slugs of new blocks are checked
   * after they are made.
   */
  #isNeeded({ options, type }: Field, { level, newId }: BlockLocation): boolean {
    if (options.required !== true || this.#reading.mayBeIncomplete) return false;
    if (newId !== null && options.source !== undefined) return false;
    return type !== 'blocks' || level < limits.blocks_depth_max;
  }

  #reportMissing(field: Field, { at, blockId }: BlockLocation): void {
    this.#reading.reportError(missingFieldError(field, `${at}.${field.key}`, blockId));
  }
}

function tooManyBlocksError(param: string, got: number): ApiError {
  const most = limits.blocks_per_entry_max;
  return apiError(
    'too_many_blocks',
    { what: 'blocks', most },
    { param, expected: `at most ${most}`, got: String(got) },
  );
}

/** Adds the id of the block to an error and to the errors that it combines. */
function withBlockId(error: ApiError, blockId: string | undefined): ApiError {
  if (blockId === undefined) return error;
  const { code, message, hints, others } = error;
  const otherErrors = others.map((one) => withBlockId(one, blockId));
  return new ApiError(code, message, { ...hints, block_id: blockId }, otherErrors);
}
