import type { ApiError } from '../../../contract/errors/api-error.ts';
import { hiddenFields } from '../../../contract/fields/conditions.ts';
import { storageKey } from '../../../contract/fields/storage-key.ts';
import type { Block } from '../../../contract/fields/blocks.ts';
import { blocksOf, type Shape } from '../walk.ts';
import { itemsOf, type WrittenItem, WrittenBlocks } from './written.ts';

type Values = Readonly<Record<string, unknown>>;

/** Whether readers of a locale see a block. */
export function isBlockIn({ only_locales: ids }: Block, locale: string): boolean {
  return ids === undefined || ids.includes(locale);
}

/**
 * The ids of the blocks that the form hides with a list around them, and of those that readers of a locale don't see
 * (specification: conditions).
 */
export function hiddenBlocks(shape: Shape, values: Values, locale: string | null): ReadonlySet<string> {
  const ids = new Set<string>(locale === null ? [] : blocksElsewhere(shape, values, locale));
  const isConditional = (field: Shape['fields'][number]) =>
    field.type === 'blocks' && field.options.show_if !== undefined;
  const definitions = [shape, ...shape.blocks.values()];
  if (!definitions.some(({ fields }) => fields.some(isConditional))) return ids;
  const hiddenLists = new Map<Block | null, ReadonlySet<string>>();
  const isHidden = (owner: Block | null, key: string) => {
    const fields = owner === null ? shape.fields : (shape.blocks.get(owner.block)?.fields ?? []);
    const { values: own } = owner ?? { values };
    const hidden = hiddenLists.get(owner) ?? hiddenFields(fields, (field) => own[storageKey(field)]);
    hiddenLists.set(owner, hidden);
    return hidden.has(key);
  };
  for (const { block, field, owner } of blocksOf(shape, values))
    if ((owner !== null && ids.has(owner.id)) || isHidden(owner, field.key)) ids.add(block.id);
  return ids;
}

/** Whether some blocks are shown in chosen locales only. */
export function hasChosenLocales(shape: Shape, values: Values): boolean {
  for (const { block } of blocksOf(shape, values)) if (block.only_locales !== undefined) return true;
  return false;
}

/**
 * The values with the blocks that readers of a locale see, which don't contain their locales; the same object if all
 * locales show all blocks.
 */
export function withBlocksOf<V extends Values>(shape: Shape, values: V, locale: string): V | Values {
  return hasChosenLocales(shape, values) ? blocksIn(shape, values, locale) : values;
}

function blocksIn({ fields, blocks }: Shape, values: Values, locale: string): Values {
  const servedValues: Record<string, unknown> = { ...values };
  for (const field of fields) {
    const list = field.type === 'blocks' ? servedValues[storageKey(field)] : undefined;
    if (!Array.isArray(list)) continue;
    servedValues[storageKey(field)] = (list as Block[])
      .filter((block) => isBlockIn(block, locale))
      .map(({ only_locales: _locales, ...block }) => {
        const own = blocks.get(block.block)?.fields ?? [];
        return { ...block, values: blocksIn({ fields: own, blocks }, block.values, locale) };
      });
  }
  return servedValues;
}

/** The ids of blocks that readers of a locale don't see, with those inside them. */
function blocksElsewhere(shape: Shape, values: Values, locale: string): Set<string> {
  const ids = new Set<string>();
  for (const { block, owner } of blocksOf(shape, values))
    if (!isBlockIn(block, locale) || (owner !== null && ids.has(owner.id))) ids.add(block.id);
  return ids;
}

/**
 * The errors without those about required fields of blocks that are hidden wherever the changed snapshots have them.
 * @param written - the checked values of the request, with the paths in errors
 */
export function withoutHiddenBlocks(
  errors: readonly ApiError[],
  written: Values,
  { shape, snapshots, locale }: { shape: Shape; snapshots: readonly Values[]; locale: string | null },
): ApiError[] {
  if (!errors.some(({ code }) => code === 'missing_required_field')) return [...errors];
  const all = snapshots.map((values) => ({ values, hidden: hiddenBlocks(shape, values, locale) }));
  const hiddenIds = new Set(all.flatMap(({ hidden }) => [...hidden]));
  if (hiddenIds.size === 0) return [...errors];
  for (const { values, hidden } of all)
    for (const { block } of blocksOf(shape, values)) if (!hidden.has(block.id)) hiddenIds.delete(block.id);
  const paths = [...locationsOf(written)].flatMap(({ id, at }) => (hiddenIds.has(id) ? [`${at}.`] : []));
  return errors.filter(
    ({ code, hints: { param = '' } }) =>
      code !== 'missing_required_field' || !paths.some((path) => param.startsWith(path)),
  );
}

/** The ids of the blocks of a request with their paths. */
function* locationsOf(written: Values): Generator<Pick<WrittenItem, 'id' | 'at'>> {
  for (const value of Object.values(written)) {
    if (!(value instanceof WrittenBlocks)) continue;
    if ('items' in value.form) yield* itemsOf(value.form);
    else for (const [id, part] of value.form.parts) if (part !== null) yield { id, at: part.at };
  }
}
