import { fieldStoredAs, keyStoredAs, storageKey } from '../../../../contract/fields/storage-key.ts';
import type { Block } from '../../../../contract/fields/blocks.ts';
import { newId } from '../../../../contract/ids.ts';
import { limits } from '../../../../contract/limits.ts';
import { ApiError } from '../../../../contract/errors/api-error.ts';
import type { ReleaseContext, Tx } from '../../../../core/context/index.ts';
import type { ReleaseDb } from '../../../../core/mongo/index.ts';
import type { TypeShape } from '../../../types/lookup.ts';
import { isValueTaken } from '../../store/repository.ts';
import type { EntryValues } from '../../store/schema.ts';
import type { Field, RemovedField } from '../../../fields/schema.ts';
import { blocksOf, type Shape } from '../../../fields/walk.ts';
import { fieldKindOf } from '../../../fields/kinds.ts';

/** A version whose values are restored. */
export interface RestoredVersion {
  values: EntryValues;
  revision: number;
}

export interface RestoredValues {
  values: EntryValues;
  omissions: Omission[];
}

interface Omission {
  /** The path of the field or block, as in errors. */
  param: string;
  /** The omitted block, or the block with the omitted value. */
  blockId: string | null;
  isBlock: boolean;
}

export interface OmissionWarning {
  code: 'left_out';
  message: string;
  param: string;
  block_id?: string;
}

/**
 * Restores older values. Omits fields and blocks that the type no longer accepts, and values of another kind
 * (specification: blocks). A block whose id belongs to another block in the live version gets a new id.
 */
export async function restoreValues(
  tx: Pick<Tx<ReleaseContext>, 'db' | 'now'>,
  type: TypeShape,
  { id, values, live }: { id: string; values: EntryValues; live: EntryValues | null },
): Promise<RestoredValues> {
  const restoration = new Restoration(type, live ?? {}, tx.now);
  const restoredValues = restoration.values(type, values, null);
  for (const key of await findTakenKeys(tx.db, type, { id, values: restoredValues }))
    delete restoredValues[key];
  return { values: restoredValues, omissions: restoration.omissions };
}

/** The storage keys of removed unique fields whose values other entries have, so that they can't be unique again. */
async function findTakenKeys(
  db: ReleaseDb,
  { slug, removed }: TypeShape,
  { id, values }: { id: string; values: EntryValues },
): Promise<string[]> {
  const takenKeys: string[] = [];
  for (const field of removed) {
    const key = storageKey(field);
    const value = values[key];
    if (field.options?.unique !== true || typeof value !== 'string' || value === '') continue;
    if (await isValueTaken(db, { type: slug, key, value, ownId: id })) takenKeys.push(key);
  }
  return takenKeys;
}

/** A warning for each omitted field or block. */
export function leftOutWarnings({ omissions }: RestoredValues): OmissionWarning[] {
  return omissions.map(({ param, blockId, isBlock }) => ({
    code: 'left_out',
    message: isBlock
      ? `The block "${param}" was left out: it is not defined any more, or its list no longer takes it.`
      : `The field "${param}" was left out: the ${blockId === null ? 'type' : 'block'} no longer has it, or its value does not fit any more.`,
    param,
    ...(blockId === null ? {} : { block_id: blockId }),
  }));
}

/** The part of a type or block that decides which values it accepts. */
interface Definition {
  fields: readonly Field[];
  removed?: readonly RemovedField[];
}

/** The block that contains the values. */
interface ParentBlock {
  top: string;
  blockId: string;
  level: number;
}

class Restoration {
  readonly omissions: Omission[] = [];
  readonly #blocks: Shape['blocks'];
  readonly #now: Date;
  /** Slugs of the live blocks, by their field and id. */
  readonly #live = new Map<string, string>();

  constructor(type: TypeShape, live: EntryValues, now: Date) {
    this.#blocks = type.blocks;
    this.#now = now;
    for (const { top, block } of blocksOf(type, live)) this.#live.set(`${top}/${block.id}`, block.block);
  }

  values({ fields, removed = [] }: Definition, values: EntryValues, parent: ParentBlock | null): EntryValues {
    const restored: EntryValues = {};
    const omit = (key: string) => {
      const param = parent === null ? key : `${parent.top}.${parent.blockId}.${key}`;
      this.omissions.push({ param, blockId: parent?.blockId ?? null, isBlock: false });
    };
    for (const field of fields) {
      const key = storageKey(field);
      const value = values[key];
      if (value === undefined || value === null) continue;
      if (field.type === 'blocks' && Array.isArray(value))
        restored[key] = this.#list(field, value as Block[], parent);
      else if (field.type !== 'blocks' && accepts(field, value))
        restored[key] = fieldKindOf(field).normalize?.(value) ?? value;
      else omit(field.key);
    }
    const keys = fields.map(storageKey);
    for (const [key, value] of Object.entries(values)) {
      if (keys.includes(key) || value === null) continue;
      const field = fieldStoredAs(removed, key);
      omit(keyStoredAs({ fields, removed }, key));
      if (field !== undefined) Object.assign(restored, this.#removedValue(field, value, parent));
    }
    return restored;
  }

  /** The value of a removed field, which is hidden until the field is restored. */
  #removedValue(removed: RemovedField, value: unknown, parent: ParentBlock | null): EntryValues {
    const { label = '', options } = removed;
    if (removed.is_begun === true || options === undefined) return {};
    const field: Field = { ...removed, label, options };
    if (field.type !== 'blocks') return accepts(field, value) ? { [storageKey(field)]: value } : {};
    const omissionCount = this.omissions.length;
    const list = Array.isArray(value) ? this.#list(field, value as Block[], parent) : [];
    this.omissions.splice(omissionCount); // the warning about the field is enough
    return { [storageKey(field)]: list };
  }

  #list(field: Field, list: readonly Block[], parent: ParentBlock | null): Block[] {
    const level = (parent?.level ?? 0) + 1;
    const top = parent?.top ?? field.key;
    return list.flatMap(({ id, block, values, ...rest }) => {
      const definition = this.#blocks.get(block);
      const isAllowed = field.options.blocks?.includes(block) === true && level <= limits.blocks_depth_max;
      if (definition === undefined || !isAllowed) {
        this.omissions.push({ param: `${top}.${id}`, blockId: id, isBlock: true });
        return [];
      }
      const liveSlug = this.#live.get(`${top}/${id}`) ?? block;
      const blockId = liveSlug === block ? id : newId('block', this.#now);
      const restoredValues = this.values(definition, values, { top, blockId: id, level });
      return [{ ...rest, id: blockId, block, values: restoredValues }];
    });
  }
}

const jsonTypes = ['string', 'number', 'boolean', 'object', 'array'];

/** Whether the field accepts the kind of a stored value. Limits are ignored, since they can be newer than the value. */
function accepts(field: Field, value: unknown): boolean {
  try {
    const kind = fieldKindOf(field);
    kind.read(kind.sent?.(value) ?? value, { field, at: field.key, warn: () => undefined });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isOfItsType = error.code === 'invalid_field_value' && !jsonTypes.includes(error.hints.got ?? '');
    return field.type !== 'select' && isOfItsType;
  }
}
