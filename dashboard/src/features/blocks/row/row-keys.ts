import type { KeyboardEvent } from 'react';
import { isComposing } from '../../../components/keyboard/composing.ts';
import type { BlocksHost } from '../context.ts';
import type { RowProps } from '../props.ts';

/** What the keys of a row need besides the row itself. */
type RowHost = BlocksHost & { comment: () => void };
type RowLocation = Pick<RowProps, 'item' | 'owner' | 'listKey' | 'index'>;

/** Handles the keys of a row, and Escape in a field, which goes back to its row. */
export function onRowKey(event: KeyboardEvent, host: RowHost, row: RowLocation, isOpen: boolean): void {
  if (event.defaultPrevented) return;
  const { item, owner } = row;
  const target = event.target as HTMLElement;
  // React also bubbles events of menus and dialogs, which are rendered elsewhere in the document.
  if (!event.currentTarget.contains(target)) return;
  const isRow = target.dataset['rowOf'] === item.id;
  if (!isRow) {
    const isInThisBlock = target.closest('[data-block]') === event.currentTarget;
    const isListOpen = target.getAttribute('aria-expanded') === 'true' && target.role === 'combobox';
    if (event.key === 'Escape' && isInThisBlock && !isListOpen) runInstead(event, () => focusRow(item.id));
    return;
  }
  const run = findKeyAction(event, host, row, isOpen);
  if (run !== undefined) runInstead(event, run);
  else if (event.key === 'Escape' && owner !== null) runInstead(event, () => focusRow(owner));
}

/** Escape goes from a rich text to its row. Handled in the capture phase, because the text editor consumes Escape. */
export function onTextEscape(event: KeyboardEvent, id: string): void {
  const target = event.target as HTMLElement;
  if (event.key !== 'Escape' || isComposing(event.nativeEvent) || target.closest('.prose') === null) return;
  if (target.closest('[data-block]') !== event.currentTarget) return;
  if (document.querySelector('.slash-list, .find-bar') === null) runInstead(event, () => focusRow(id));
}

function runInstead(event: KeyboardEvent, run: () => void): void {
  event.preventDefault();
  event.stopPropagation();
  run();
}

function findKeyAction(
  event: KeyboardEvent,
  { actions, openDialog, insert, openRows, comment }: RowHost,
  { item, owner, listKey, index }: RowLocation,
  isOpen: boolean,
): (() => void) | undefined {
  const { id } = item;
  const below = { owner, key: listKey, index: index + 1 };
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const canArrange = actions.canArrange(below);
  if (event.metaKey || event.ctrlKey) {
    if (event.shiftKey || event.altKey || !isSelectionEmpty()) return undefined;
    if (key === 'c') return () => actions.copy(id);
    if (!canArrange) return undefined;
    if (key === 'x') return () => actions.copy(id, true);
    return key === 'v' ? () => actions.paste(below) : undefined;
  }
  if (event.altKey) {
    if (!canArrange) return undefined;
    if (key === 'ArrowUp') return () => actions.step(id, -1);
    return key === 'ArrowDown' ? () => actions.step(id, 1) : undefined;
  }
  const keys: Readonly<Record<string, () => void>> = {
    ArrowUp: () => focusNext(id, -1),
    ArrowDown: () => focusNext(id, 1),
    ArrowRight: () => (isOpen ? focusField(id) : openRows.set([id], true)),
    ArrowLeft: () => (isOpen ? openRows.set([id], false) : owner === null ? undefined : focusRow(owner)),
    c: comment,
  };
  const arrangeKeys: Readonly<Record<string, () => void>> = {
    Delete: () => actions.remove(id),
    a: () => insert(below),
    d: () => actions.duplicate(id),
    m: () => openDialog({ move: id }),
  };
  return keys[key] ?? (canArrange ? arrangeKeys[key] : undefined);
}

/** If text is selected, Ctrl+C copies the text. */
function isSelectionEmpty(): boolean {
  return getSelection()?.isCollapsed !== false;
}

const findRow = (id: string) => document.querySelector<HTMLElement>(`[data-row-of="${CSS.escape(id)}"]`);

export function focusRow(id: string): void {
  findRow(id)?.focus();
}

/** Focuses the first field of an open block, or its row if it has none. */
export function focusField(id: string): void {
  const body = document.querySelector(`[data-block="${CSS.escape(id)}"] > .block-body`);
  const first = body?.querySelector<HTMLElement>('input, textarea, select, [contenteditable="true"], button');
  if (first === null || first === undefined) focusRow(id);
  else first.focus();
}

function focusNext(id: string, step: -1 | 1): void {
  const field = findRow(id)?.closest('.blocks-field');
  const rows = [...(field?.querySelectorAll<HTMLElement>('[data-row-of]') ?? [])];
  const index = rows.findIndex((row) => row.dataset['rowOf'] === id);
  rows[index + step]?.focus();
}
