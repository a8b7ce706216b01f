import type { Block } from '../../../../src/contract/fields/blocks.ts';
import type { Field } from '../../../../src/content/fields/schema.ts';
import { counted } from '../../components/base/counted.ts';
import { toast } from '../../components/overlay/toast.tsx';
import type { DraftStore } from '../editing/draft/draft-store.ts';
import { fitted, keepClipping, readClipping, unknownIn } from './outline/clipboard.ts';
import { begun, blockAt, copied, fillBlock, itemOf } from './outline/contents.ts';
import { type Definitions, nameOf } from './outline/definitions.ts';
import {
  type Found,
  find,
  heightOf,
  idsOf,
  inserted,
  type BlockListPath,
  listAt,
  type Outline,
  type OutlineItem,
  outlineOf,
  type BlockPosition,
  without,
} from './outline/outline.ts';
import { type Coming, refusalOf, totalOf } from './outline/room.ts';

interface Deps {
  store: DraftStore;
  field: Field;
  definitions: () => Definitions;
  projectId: string;
  /** Names the entry's field in this browser. */
  place: string;
  say: (words: string) => void;
  /** Puts the focus on the row of a block, or into its first field; on the field's own button where `id` is null. */
  focus: (id: string | null, where: 'row' | 'field') => void;
}

/** What can be done with the blocks of a field. Every change is one of the draft, so nothing here speaks to the service. */
export class BlockActions {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  get outline(): Outline {
    return outlineOf(this.#deps.store.valueOf(this.#top));
  }

  find(id: string): Found | null {
    return find(this.outline, this.#top, id);
  }

  listAt(place: BlockListPath): Outline {
    return listAt(this.outline, place, this.#top);
  }

  /** The name of the field of a list; undefined where its definition is gone. */
  fieldOf({ owner, key }: BlockListPath): Field | undefined {
    if (owner === null) return this.#deps.field;
    const slug = this.find(owner)?.item.block ?? '';
    return this.#deps
      .definitions()
      .get(slug)
      ?.fields.find((one) => one.key === key);
  }

  /** Why these blocks cannot come into a list; null where they can. `moved` stands in the field already. */
  refusal(place: BlockListPath, coming: Coming, moved: OutlineItem | null = null): string | null {
    const field = this.fieldOf(place);
    if (field === undefined) return 'The definition of this list is gone';
    const { store, definitions } = this.#deps;
    const list = this.listAt(place).filter(({ id }) => id !== moved?.id);
    const level = place.owner === null ? 1 : (this.find(place.owner)?.level ?? 0) + 1;
    const all = totalOf({ ...store.state().item.draft, [this.#top]: [] }, (key) => store.valueOf(key));
    const total = all - (moved === null ? 0 : idsOf(moved).length);
    return refusalOf(coming, { field, list, level, total, definitions: definitions() });
  }

  insert(spot: BlockPosition, slug: string): void {
    const definition = this.#deps.definitions().get(slug);
    if (definition !== undefined) this.#put(begun(definition), spot, 'field');
  }

  duplicate(id: string): void {
    const found = this.find(id);
    if (found === null) return;
    const block = copied(this.#blockOf(found.item));
    if (!this.#isRefused(found, comingOf(found.item))) this.#put(block, { ...found, index: found.index + 1 });
  }

  remove(id: string): void {
    const found = this.find(id);
    if (found === null) return;
    const block = this.#blockOf(found.item);
    const name = this.#nameOf(block.block);
    this.#take(found, block, `${name} removed`);
    this.#deps.say(`${name} removed.`);
  }

  /** One place up or down in its list. */
  step(id: string, by: -1 | 1): void {
    const found = this.find(id);
    const to = (found?.index ?? 0) + by;
    if (found === null || to < 0 || to >= found.list.length) return;
    this.move(id, { ...found, index: to });
    this.#deps.focus(id, 'row');
  }

  /** To another place of its list, or to another list; `index` is counted without the block. */
  move(id: string, spot: BlockPosition): void {
    const found = this.find(id);
    if (found === null) return;
    this.#change(inserted(without(this.outline, id), spot, found.item, this.#top));
    const now = this.find(id);
    if (now === null) return;
    const { item, index, list } = now;
    this.#deps.say(`${this.#nameOf(item.block)}, ${index + 1} of ${list.length}.`);
  }

  /** To the end of another list. */
  moveTo(id: string, place: BlockListPath): void {
    this.move(id, { ...place, index: this.listAt(place).length });
    this.#deps.focus(id, 'row');
  }

  copy(id: string, isCut = false): void {
    const found = this.find(id);
    if (found === null) return;
    const { projectId, place } = this.#deps;
    const block = this.#blockOf(found.item);
    const name = this.#nameOf(block.block);
    if (!keepClipping({ projectId, place, isCut, block })) {
      toast(`${name} is too large to copy in this browser.`);
      return;
    }
    if (isCut) this.#take(found, block, `${name} cut. Paste it with Ctrl+V.`);
    else toast(`${name} copied. Paste it with Ctrl+V.`);
  }

  paste(spot: BlockPosition): void {
    const clipping = readClipping();
    const definitions = this.#deps.definitions();
    if (clipping === null) return toast('No block has been copied yet.');
    const [unknown] = unknownIn(clipping.block, definitions);
    if (unknown !== undefined) return toast(`There is no block “${unknown}” in this release.`);
    const { projectId, place } = this.#deps;
    const { block, emptied } = fitted(clipping.block, definitions, clipping.projectId !== projectId);
    const isSame = clipping.isCut && clipping.place === place && this.find(block.id) === null;
    const made = isSame ? block : copied(block);
    if (this.#isRefused(spot, comingOf(itemOf(made)))) return;
    this.#put(made, spot, 'row');
    if (isSame) keepClipping({ ...clipping, isCut: false });
    if (emptied > 0)
      toast(`${counted(emptied, 'field')} with links or pictures of another project came without them.`);
  }

  get #top(): string {
    return this.#deps.field.key;
  }

  #nameOf(slug: string): string {
    return nameOf(this.#deps.definitions(), slug);
  }

  #blockOf(item: OutlineItem): Block {
    const { store, definitions } = this.#deps;
    return blockAt(store, { top: this.#top, definitions: definitions(), item });
  }

  #isRefused(place: BlockListPath, coming: Coming): boolean {
    const refusal = this.refusal(place, coming);
    if (refusal !== null) toast(`${refusal}.`);
    return refusal !== null;
  }

  #put(block: Block, spot: BlockPosition, where: 'row' | 'field' = 'row'): void {
    fillBlock(this.#deps.store, this.#top, block);
    this.#change(inserted(this.outline, spot, itemOf(block), this.#top));
    const found = this.find(block.id);
    if (found !== null)
      this.#deps.say(`${this.#nameOf(block.block)}, ${found.index + 1} of ${found.list.length}.`);
    this.#deps.focus(block.id, where);
  }

  /** Takes a block out of its list, and offers it back for as long as the message stands. */
  #take(found: Found, block: Block, words: string): void {
    const { index, list, owner } = found;
    this.#change(without(this.outline, block.id));
    const next = list[index + 1] ?? list[index - 1];
    this.#deps.focus(next?.id ?? owner, 'row');
    const undo = () => {
      // Pasted back, or kept by another person's save: it is there once.
      if (this.find(block.id) === null) this.#put(block, this.#nearest(found), 'row');
    };
    toast(words, { label: 'Undo', run: undo });
  }

  /** Where a block came from, or the end of the field where its list is gone. */
  #nearest(spot: BlockPosition): BlockPosition {
    const { owner, index } = spot;
    if (owner !== null && this.find(owner) === null)
      return { owner: null, key: this.#top, index: this.outline.length };
    return { owner, key: spot.key, index: Math.min(index, this.listAt(spot).length) };
  }

  #change(outline: Outline): void {
    this.#deps.store.change(this.#top, outline);
  }
}

/** A block and what is inside it, as a list takes it. */
export function comingOf(item: OutlineItem): Coming {
  return { slugs: [item.block], count: idsOf(item).length, height: heightOf(item) };
}
