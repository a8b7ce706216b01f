import { useSyncExternalStore } from 'react';
import { useFieldHost } from '../../fields/context.ts';
import { useBlocks } from '../context.ts';
import { leafKey } from '../outline/flatten.ts';
import type { OutlineItem } from '../outline/outline.ts';

/** The current value of one field of a block. */
function useLeafValue({ id }: OutlineItem, key: string | null | undefined): unknown {
  const { store, field } = useBlocks();
  return useSyncExternalStore(store.subscribe, () =>
    key === null || key === undefined ? null : store.valueOf(leafKey(field.key, id, key)),
  );
}

/** The label of a closed block: the text of its display field. */
export function BlockLabel({ item }: { item: OutlineItem }) {
  const { definitions } = useBlocks();
  const value = useLeafValue(item, definitions.get(item.block)?.display_field);
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const inside = Object.values(item.lists).reduce((sum, list) => sum + list.length, 0);
  return (
    <span className="block-label" dir="auto">
      {text === '' && inside > 0 ? `${inside} inside` : text}
    </span>
  );
}

/** A thumbnail of the first image of a block. */
export function BlockImage({ item }: { item: OutlineItem }) {
  const { definitions } = useBlocks();
  const { targets } = useFieldHost();
  const fields = definitions.get(item.block)?.fields ?? [];
  const first = fields.find(({ type }) => type === 'image' || type === 'gallery');
  const value = useLeafValue(item, first?.key);
  const id: unknown = Array.isArray(value) ? value[0] : value;
  const url = typeof id === 'string' ? targets[id]?.image?.url : undefined;
  return url === undefined || url === null ? null : (
    <img className="block-image" src={url} alt="" loading="lazy" />
  );
}
