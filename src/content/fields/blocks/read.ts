import { isDeepStrictEqual } from 'node:util';
import { conditionSources, hiddenFields } from '../../../contract/fields/conditions.ts';
import { storageKey, storageKeyOf } from '../../../contract/fields/storage-key.ts';
import { jsonType } from '../../../contract/fields/json.ts';
import { limits } from '../../../contract/limits.ts';
import { ApiError, apiError } from '../../../contract/errors/api-error.ts';
import type { LocaleRecord } from '../../../core/context/index.ts';
import type { HtmlTargets } from '../../richtext/html/targets.ts';
import type { FieldKind, ValueLink, ValueWarning } from '../kind.ts';
import type { Field } from '../schema.ts';
import { type BlockShapes, linksOf } from '../walk.ts';
import type { StoredBlocks } from './stored-blocks.ts';
import { ItemReader, type SentItem } from './read-item.ts';
import { reuseIds } from './match-blocks.ts';
import { blockError, missingFieldError, unknownKeyErrors } from './block-errors.ts';
import { slugFrom } from '../slug-source.ts';
import { WrittenBlocks, type WrittenItem, type WrittenList, type WrittenPart } from './written.ts';

export interface BlocksReading {
  field: Field;
  /** Block definitions of the release. */
  blocks: BlockShapes;
  stored: StoredBlocks;
  /** The locales of the project; absent if it has one. */
  locales?: readonly LocaleRecord[] | undefined;
  /** Whether blocks are sent whole (POST and PUT) or merged into those of the entry (PATCH). */
  isWhole: boolean;
  mayBeIncomplete: boolean;
  now: Date;
  /** Recognizes URLs of the project in Markdown and HTML; absent where only stored values are read. */
  targets?: HtmlTargets;
  kindOf: (field: Field) => FieldKind;
  warn: (warning: ValueWarning) => void;
  reportError: (error: ApiError) => void;
  link: (link: ValueLink) => void;
}

type Values = Readonly<Record<string, unknown>>;

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
  const writtenBlocks = new BlocksReader(reading).read(value);
  if ('items' in writtenBlocks) reuseIds(writtenBlocks, reading);
  return new WrittenBlocks(writtenBlocks);
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
    const writtenItem: Pick<WrittenItem, 'values' | 'lists'> = { values: {}, lists: {} };
    for (const field of place.fields) {
      const isSent = Object.hasOwn(sent, field.key);
      const preset = place.newId !== null && !isSent ? (field.options.default ?? undefined) : undefined;
      if (!isSent && preset === undefined) {
        if (place.isWhole && this.#isNeeded(field, place)) this.#reportMissing(field, place);
        continue;
      }
      try {
        this.#readValue(field, isSent ? sent[field.key] : preset, { place, written: writtenItem });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        this.#reading.reportError(withBlockId(error, place.blockId));
      }
    }
    if (place.newId !== null) this.#fillSlugs(writtenItem.values, { ...place, newId: place.newId });
    this.#checkConditionalFields(writtenItem, place);
    for (const error of unknownKeyErrors(sent, place)) this.#reading.reportError(error);
    return writtenItem;
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
      written.lists[storageKey(field)] = list;
      return;
    }
    if (value === null) {
      if (isNeeded) this.#reportMissing(field, place);
      written.values[storageKey(field)] = null;
      return;
    }
    const { kindOf, warn, targets } = this.#reading;
    const kind = kindOf(field);
    const storedValue = kind.read(value, { field, at, warn, ...(targets === undefined ? {} : { targets }) });
    if (isNeeded && kind.isEmpty(storedValue)) this.#reportMissing(field, place);
    written.values[storageKey(field)] = storedValue;
    for (const link of linksOf({ field, value: storedValue, at, block: null }))
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
      const slug = slugFrom(field, place.fields, values, place.newId);
      if (slug !== null) values[storageKey(field)] = slug;
      const { required, source, show_if: conditions } = field.options;
      const isRequired = required === true && conditions === undefined && !this.#reading.mayBeIncomplete;
      if (source !== undefined && isRequired && (values[storageKey(field)] ?? '') === '')
        this.#reportMissing(field, place);
    }
  }

  /**
   * Reports required fields with conditions that are shown and empty in the written block. In a block that is changed,
   * only those that were sent or that depend on a changed field are checked (specification: conditions).
   */
  #checkConditionalFields(
    { values, lists }: Pick<WrittenItem, 'values' | 'lists'>,
    place: BlockLocation,
  ): void {
    const { fields, isWhole, blockId = '', inParts } = place;
    const level = inParts ? (this.#reading.stored.ancestors.get(blockId)?.size ?? 0) + 1 : place.level;
    const conditional = fields.filter(
      (field) => field.options.show_if !== undefined && this.#isRequired(field, level),
    );
    if (conditional.length === 0) return;
    const items = Object.entries(lists).map(([key, list]) => [key, list?.items ?? null] as const);
    const sentByKey: Values = { ...values, ...Object.fromEntries(items) };
    for (const before of isWhole ? [{}] : this.#storedValues(place)) {
      const after: Values = { ...before, ...sentByKey };
      const hidden = hiddenFields(fields, (field) => after[storageKey(field)]);
      const isChanged = (key: string) => {
        const valueKey = storageKeyOf(fields, key);
        return !isDeepStrictEqual(before[valueKey] ?? null, after[valueKey] ?? null);
      };
      const isChecked = (field: Field) =>
        isWhole ||
        Object.hasOwn(sentByKey, storageKey(field)) ||
        [...conditionSources(fields, field)].some(isChanged);
      for (const field of conditional) {
        const value = after[storageKey(field)];
        const isEmpty = value === undefined || value === null || this.#reading.kindOf(field).isEmpty(value);
        if (isEmpty && !hidden.has(field.key) && isChecked(field)) this.#reportMissing(field, place);
      }
    }
  }

  /** The values of the block in each snapshot that contains it. */
  #storedValues({ blockId = '', fields }: BlockLocation): Values[] {
    const { stored, blocks } = this.#reading;
    const versions = (stored.stored.get(blockId) ?? []).filter(
      ({ block }) => blocks.get(block)?.fields === fields,
    );
    return versions.map(({ values }) => values);
  }

  /**
   * Whether a field can't be empty once it is read. Slugs of new blocks and fields with conditions are checked when all
   * values of the block are known.
   */
  #isNeeded(field: Field, place: BlockLocation): boolean {
    const { source, show_if: conditions } = field.options;
    if (conditions !== undefined || (place.newId !== null && source !== undefined)) return false;
    return this.#isRequired(field, place.level);
  }

  /** Lists inside blocks of the deepest level must stay empty, so they are never required. */
  #isRequired({ options, type }: Field, level: number): boolean {
    if (options.required !== true || this.#reading.mayBeIncomplete) return false;
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
