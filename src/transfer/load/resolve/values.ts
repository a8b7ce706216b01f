import type { TargetKind } from '../../../contract/fields/links.ts';
import type { Field, TypesBySlug } from '../../../content/index.ts';
import type { BundleIndex, Target } from '../bundle-index.ts';
import { resolveRichtext } from './richtext.ts';
import type { ItemWarning, PlannedTarget } from '../schema.ts';

type Values = Record<string, unknown>;

/** Replaces the source ids of one item with ids, and collects its targets and its missing references. */
export class ReferenceResolver {
  readonly warnings: ItemWarning[] = [];
  readonly planned = new Map<string, PlannedTarget>();
  readonly index: BundleIndex;

  constructor(index: BundleIndex) {
    this.index = index;
  }

  /** The id of a target, or null with a warning. Values that are not texts stay, and the write rejects them. */
  resolveOne(kind: TargetKind, value: unknown, param: string): unknown {
    if (typeof value !== 'string' || value === '') return value;
    const target = this.index.find(kind, value);
    if (target !== null) return this.useTarget(target);
    this.warnMissing(value, param);
    return null;
  }

  /** The ids of a list, without missing targets. */
  resolveList(kind: TargetKind, value: unknown, param: string): unknown {
    if (!Array.isArray(value)) return value;
    return value.map((item) => this.resolveOne(kind, item, param)).filter((id) => id !== null);
  }

  /** Records that the item refers to a target. @returns its id */
  useTarget({ id, isPlanned, contentType, mimeType }: Target): string {
    if (isPlanned)
      this.planned.set(id, {
        ...(contentType === undefined ? {} : { contentType }),
        ...(mimeType === undefined ? {} : { mimeType }),
      });
    return id;
  }

  /** The values of an entry or block with ids in place of source ids. Unknown fields stay, and the write rejects them. */
  resolveValues(fields: readonly Field[], values: Values, types: TypesBySlug): Values {
    const resolved: Values = { ...values };
    for (const field of fields)
      if (Object.hasOwn(values, field.key))
        resolved[field.key] = this.#resolveValue(field, values[field.key], types);
    return resolved;
  }

  resolveRichtext(value: unknown, param: string): unknown {
    return resolveRichtext(this, value, param);
  }

  #resolveValue({ key, type, options }: Field, value: unknown, types: TypesBySlug): unknown {
    const kind = options.target as TargetKind;
    if (type === 'image' || type === 'file') return this.resolveOne('media', value, key);
    if (type === 'gallery' || type === 'file_list') return this.resolveList('media', value, key);
    if (type === 'link') return this.resolveOne(kind, value, key);
    if (type === 'link_list') return this.resolveList(kind, value, key);
    if (type === 'reference') return this.resolveOne('entry', value, key);
    if (type === 'reference_list') return this.resolveList('entry', value, key);
    if (type === 'richtext') return this.resolveRichtext(value, key);
    if (type !== 'blocks' || !Array.isArray(value)) return value;
    return value.map((block: unknown) => this.#resolveBlock(block, types));
  }

  #resolveBlock(block: unknown, types: TypesBySlug): unknown {
    if (typeof block !== 'object' || block === null) return block;
    const { block: slug, values } = block as Values;
    const fields = types.blocks.get(String(slug))?.fields;
    if (fields === undefined || typeof values !== 'object' || values === null) return block;
    return { ...block, values: this.resolveValues(fields, values as Values, types) };
  }

  /** Warns about a reference to an item that is missing. */
  warnMissing(reference: string, param: string): void {
    const message = `${JSON.stringify(reference)} is neither in the bundle nor in the project, or it was not stored, so ${param} is stored without it.`;
    this.warnings.push({ code: 'reference_missing', message, param });
  }
}
