import type { Block } from '../../../../src/contract/fields/blocks.ts';
import type { Field } from '../../../../src/content/fields/schema.ts';
import { counted } from '../../components/base/counted.ts';
import { toast } from '../../components/overlay/toast.tsx';
import type { DraftStore } from '../editing/draft/draft-store.ts';
import { fitBlock, saveClipping, readClipping, findUnknownBlocks } from './outline/clipboard.ts';
import { createBlock, readBlock, cloneBlock, writeValues, toOutlineItem } from './outline/block-values.ts';
import { type Definitions, blockName } from './outline/definitions.ts';
import {
  type BlockLocation,
  findBlock,
  heightOf,
  idsOf,
  insertItem,
  withLocales,
  type BlockListPath,
  listAt,
  type Outline,
  type OutlineItem,
  outlineOf,
  type BlockPosition,
  removeItem,
  replaceItem,
} from './outline/outline.ts';
import { type IncomingBlocks, rejectionReason, countBlocks } from './outline/list-limits.ts';

interface Deps {
  store: DraftStore;
  field: Field;
  definitions: () => Definitions;
  projectId: string;
  /** Identifies the entry's field in this browser's storage. */
  fieldScope: string;
  announce: (words: string) => void;
  /** Whether the member may only write in some languages. */
  isTranslator: boolean;
  /** Focuses the row of a block or its first field; with `id` null, the "Add a block" button of the field. */
  focus: (id: string | null, where: 'row' | 'field') => void;
}

/** Changes to the blocks of a field. They only change the draft, whose store saves them. */
export class BlockActions {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  get outline(): Outline {
    return outlineOf(this.#deps.store.valueOf(this.#top));
  }

  find(id: string): BlockLocation | null {
    return findBlock(this.outline, this.#top, id);
  }

  listAt(path: BlockListPath): Outline {
    return listAt(this.outline, path, this.#top);
  }

  /** The field of a list; undefined if its definition was deleted. */
  fieldOf({ owner, key }: BlockListPath): Field | undefined {
    if (owner === null) return this.#deps.field;
    const slug = this.find(owner)?.item.block ?? '';
    return this.#deps
      .definitions()
      .get(slug)
      ?.fields.find((one) => one.key === key);
  }

  /** Why a list cannot accept these blocks; null if it can. `moved` is already in the field. */
  rejectionReason(
    path: BlockListPath,
    incoming: IncomingBlocks,
    moved: OutlineItem | null = null,
  ): string | null {
    const field = this.fieldOf(path);
    if (field === undefined) return 'This field was deleted from the type';
    const { store, definitions } = this.#deps;
    const list = this.listAt(path).filter(({ id }) => id !== moved?.id);
    const level = path.owner === null ? 1 : (this.find(path.owner)?.level ?? 0) + 1;
    const all = countBlocks({ ...store.state().item.draft, [this.#top]: [] }, (key) => store.valueOf(key));
    const total = all - (moved === null ? 0 : idsOf(moved).length);
    return rejectionReason(incoming, { field, list, level, total, definitions: definitions() });
  }

  insert(position: BlockPosition, slug: string): void {
    const definition = this.#deps.definitions().get(slug);
    if (definition !== undefined) this.#insertBlock(createBlock(definition), position, 'field');
  }

  duplicate(id: string): void {
    const location = this.find(id);
    if (location === null) return;
    const block = cloneBlock(this.#blockOf(location.item));
    if (!this.#rejectWithToast(location, toIncoming(location.item)))
      this.#insertBlock(block, { ...location, index: location.index + 1 });
  }

  remove(id: string): void {
    const location = this.find(id);
    if (location === null) return;
    const block = this.#blockOf(location.item);
    const name = this.#nameOf(block.block);
    this.#removeBlock(location, block, `${name} removed`);
    this.#deps.announce(`${name} removed.`);
  }

  step(id: string, offset: -1 | 1): void {
    const location = this.find(id);
    const target = (location?.index ?? 0) + offset;
    if (location === null || target < 0 || target >= location.list.length) return;
    this.move(id, { ...location, index: target });
    this.#deps.focus(id, 'row');
  }

  /** Moves a block within its list or to another one; `position.index` doesn't count the block itself. */
  move(id: string, position: BlockPosition): void {
    const location = this.find(id);
    if (location === null) return;
    const fitted = this.#fitLocales(location.item, position);
    this.#change(insertItem(removeItem(this.outline, id), position, fitted, this.#top));
    const moved = this.find(id);
    if (moved === null) return;
    const { item, index, list } = moved;
    this.#deps.announce(`${this.#nameOf(item.block)}, ${index + 1} of ${list.length}.`);
  }

  /** Moves a block to the end of another list. */
  moveTo(id: string, path: BlockListPath): void {
    this.move(id, { ...path, index: this.listAt(path).length });
    this.#deps.focus(id, 'row');
  }

  /** Whether a block is in a list that all languages share; only such blocks can be limited to languages. */
  isShared(id: string): boolean {
    const location = this.find(id);
    return location !== null && this.#isSharedList(location);
  }

  /** Whether the member may add, move and remove the blocks of a list. */
  canArrange(path: BlockListPath): boolean {
    return !this.#deps.isTranslator || !this.#isSharedList(path);
  }

  #isSharedList(path: BlockListPath): boolean {
    if (this.fieldOf(path)?.options.localized === true) return false;
    return path.owner === null || this.isShared(path.owner);
  }

  /** Shows a block to readers of some locales, by their ids, or of all. `message` is the text of the toast, which has an Undo button. */
  setLocales(id: string, ids: readonly string[] | null, message: string): void {
    const before = this.find(id)?.item.onlyLocales ?? null;
    this.#setLocales(id, ids);
    this.#deps.announce(`${message}.`);
    toast(message, { label: 'Undo', run: () => this.#setLocales(id, before) });
  }

  #setLocales(id: string, ids: readonly string[] | null): void {
    const item = this.find(id)?.item;
    if (item !== undefined) this.#change(replaceItem(this.outline, withLocales(item, ids)));
  }

  copy(id: string, isCut = false): void {
    const location = this.find(id);
    if (location === null) return;
    const { projectId, fieldScope } = this.#deps;
    const block = this.#blockOf(location.item);
    const name = this.#nameOf(block.block);
    if (!saveClipping({ projectId, place: fieldScope, isCut, block })) {
      toast(`${name} is too large to copy in this browser.`);
      return;
    }
    if (isCut) this.#removeBlock(location, block, `${name} cut. Paste it with Ctrl+V.`);
    else toast(`${name} copied. Paste it with Ctrl+V.`);
  }

  paste(position: BlockPosition): void {
    const clipping = readClipping();
    const definitions = this.#deps.definitions();
    if (clipping === null) return void toast('No block has been copied yet.');
    const [unknown] = findUnknownBlocks(clipping.block, definitions);
    if (unknown !== undefined) return void toast(`There is no block “${unknown}” in this release.`);
    const { projectId, fieldScope } = this.#deps;
    const { block, emptiedFields } = fitBlock(clipping.block, definitions, clipping.projectId !== projectId);
    const isSameBlock = clipping.isCut && clipping.place === fieldScope && this.find(block.id) === null;
    const pasted = isSameBlock ? block : cloneBlock(block);
    if (this.#rejectWithToast(position, toIncoming(toOutlineItem(pasted)))) return;
    this.#insertBlock(pasted, position, 'row');
    if (isSameBlock) saveClipping({ ...clipping, isCut: false });
    if (emptiedFields > 0)
      toast(`${counted(emptiedFields, 'field')} with links or images of another project came without them.`);
  }

  get #top(): string {
    return this.#deps.field.key;
  }

  #nameOf(slug: string): string {
    return blockName(this.#deps.definitions(), slug);
  }

  #blockOf(item: OutlineItem): Block {
    const { store, definitions } = this.#deps;
    return readBlock(store, { top: this.#top, definitions: definitions(), item });
  }

  #rejectWithToast(path: BlockListPath, incoming: IncomingBlocks): boolean {
    const reason = this.rejectionReason(path, incoming);
    if (reason !== null) toast(`${reason}.`);
    return reason !== null;
  }

  #insertBlock(block: Block, position: BlockPosition, where: 'row' | 'field' = 'row'): void {
    writeValues(this.#deps.store, this.#top, block);
    const item = this.#fitLocales(toOutlineItem(block), position);
    this.#change(insertItem(this.outline, position, item, this.#top));
    const location = this.find(block.id);
    if (location !== null)
      this.#deps.announce(`${this.#nameOf(block.block)}, ${location.index + 1} of ${location.list.length}.`);
    this.#deps.focus(block.id, where);
  }

  /** Removes the languages of a block in a translated list, whose blocks already belong to one language. */
  #fitLocales(item: OutlineItem, path: BlockListPath): OutlineItem {
    return this.fieldOf(path)?.options.localized === true ? withLocales(item, null) : item;
  }

  /** Removes a block, with an Undo button in the toast. */
  #removeBlock(location: BlockLocation, block: Block, words: string): void {
    const { index, list, owner } = location;
    this.#change(removeItem(this.outline, block.id));
    const next = list[index + 1] ?? list[index - 1];
    this.#deps.focus(next?.id ?? owner, 'row');
    const undo = () => {
      // The block may be back already: pasted, or restored by a merge.
      if (this.find(block.id) === null) this.#insertBlock(block, this.#nearestPosition(location), 'row');
    };
    toast(words, { label: 'Undo', run: undo });
  }

  /** The previous position of a block, or the end of the field if its list was removed. */
  #nearestPosition(position: BlockPosition): BlockPosition {
    const { owner, index } = position;
    if (owner !== null && this.find(owner) === null)
      return { owner: null, key: this.#top, index: this.outline.length };
    return { owner, key: position.key, index: Math.min(index, this.listAt(position).length) };
  }

  #change(outline: Outline): void {
    this.#deps.store.change(this.#top, outline);
  }
}

/** What a list checks before it accepts a block with everything inside it. */
export function toIncoming(item: OutlineItem): IncomingBlocks {
  return { slugs: [item.block], count: idsOf(item).length, height: heightOf(item) };
}
