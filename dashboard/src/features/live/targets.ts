import { idPrefixes } from '../../../../src/contract/id-prefixes.ts';
import { findBlock, outlineOf } from '../blocks/outline/outline.ts';
import { leafKey, parseLeafKey } from '../blocks/outline/flatten.ts';
import type { DraftStore } from '../editing/draft/draft-store.ts';

/** The item of the form, as the page names it. */
export interface EditedTarget {
  store: DraftStore;
  /** The content type, or `blog_article` or `kb_article`. */
  type: string;
  isSingleton: boolean;
}

function itemTarget({ store, type, isSingleton }: EditedTarget): string {
  return isSingleton ? `type:${type}` : store.state().item.id;
}

/** The page's name of a field of the form. */
export function targetOfField(edited: EditedTarget, key: string): string {
  const leaf = parseLeafKey(key);
  if (leaf !== null) return `${leaf.id}#${leaf.key}`;
  const [field = '', block] = key.split('/');
  return block ?? `${itemTarget(edited)}#${field}`;
}

const isBlock = (target: string) => target.startsWith(`${idPrefixes.block}_`);
const idOf = (target: string) => target.split('#')[0] ?? '';

/** Where a click on the page leads: a field of the form, another item, or nowhere. */
export type Destination = { field: string } | { item: string } | null;

/** Finds the field or item of marked elements, innermost first. The first one that is not a block is the item. */
export function destinationOf(edited: EditedTarget, targets: readonly string[]): Destination {
  const [clicked] = targets;
  if (clicked === undefined) return null;
  const item = targets.find((target) => !isBlock(target));
  const { id } = edited.store.state().item;
  const isOwn = item === undefined || [itemTarget(edited), id].includes(idOf(item));
  if (!isOwn) return { item: idOf(item) };
  const [subject = '', field] = clicked.split('#');
  if (!isBlock(subject)) return field === undefined ? null : { field };
  const top = topFieldOf(edited.store, subject);
  if (top === null) return null;
  return { field: field === undefined ? `${top}/${subject}` : leafKey(top, subject, field) };
}

/** The field that contains a block at any depth. */
function topFieldOf(store: DraftStore, blockId: string): string | null {
  const keys = Object.keys(store.state().item.draft).filter((key) => !key.includes('/'));
  return keys.find((key) => findBlock(outlineOf(store.valueOf(key)), key, blockId) !== null) ?? null;
}
