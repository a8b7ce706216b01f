import type { KeyboardEvent } from 'react';
import { isComposing } from '../../../components/keyboard/composing.ts';
import type { BlocksHost } from '../context.ts';
import type { RowProps } from '../props.ts';

type Place = Pick<RowProps, 'item' | 'owner' | 'listKey' | 'index'>;

/** The keys of a row, and the way out of a field to its row. */
export function onRowKey(event: KeyboardEvent, host: BlocksHost, place: Place, isOpen: boolean): void {
  if (event.defaultPrevented) return;
  const { item, owner } = place;
  const target = event.target as HTMLElement;
  // What comes from a menu or a dialog is drawn elsewhere.
  if (!event.currentTarget.contains(target)) return;
  const isRow = target.dataset['rowOf'] === item.id;
  if (!isRow) {
    const isOwn = target.closest('[data-block]') === event.currentTarget;
    const isBusy = target.getAttribute('aria-expanded') === 'true' && target.role === 'combobox';
    if (event.key === 'Escape' && isOwn && !isBusy) take(event, () => focusRow(item.id));
    return;
  }
  const run = keyed(event, host, place, isOpen);
  if (run !== undefined) take(event, run);
  else if (event.key === 'Escape' && owner !== null) take(event, () => focusRow(owner));
}

/** The way out of a text to its row: on the way down, since a text says of every Escape that it has taken it. */
export function onTextEscape(event: KeyboardEvent, id: string): void {
  const target = event.target as HTMLElement;
  if (event.key !== 'Escape' || isComposing(event.nativeEvent) || target.closest('.prose') === null) return;
  if (target.closest('[data-block]') !== event.currentTarget) return;
  if (document.querySelector('.slash-list, .find-bar') === null) take(event, () => focusRow(id));
}

function take(event: KeyboardEvent, run: () => void): void {
  event.preventDefault();
  event.stopPropagation();
  run();
}

function keyed(
  event: KeyboardEvent,
  { act, ask, insert, open }: BlocksHost,
  { item, owner, listKey, index }: Place,
  isOpen: boolean,
): (() => void) | undefined {
  const { id } = item;
  const below = { owner, key: listKey, index: index + 1 };
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.metaKey || event.ctrlKey) {
    if (event.shiftKey || event.altKey || !isNothingMarked()) return undefined;
    if (key === 'c') return () => act.copy(id);
    if (key === 'x') return () => act.copy(id, true);
    return key === 'v' ? () => act.paste(below) : undefined;
  }
  if (event.altKey) {
    if (key === 'ArrowUp') return () => act.step(id, -1);
    return key === 'ArrowDown' ? () => act.step(id, 1) : undefined;
  }
  const keys: Readonly<Record<string, () => void>> = {
    ArrowUp: () => focusNext(id, -1),
    ArrowDown: () => focusNext(id, 1),
    ArrowRight: () => (isOpen ? focusField(id) : open.set([id], true)),
    ArrowLeft: () => (isOpen ? open.set([id], false) : owner === null ? undefined : focusRow(owner)),
    Delete: () => act.remove(id),
    a: () => insert(below),
    d: () => act.duplicate(id),
    m: () => ask({ move: id }),
  };
  return keys[key];
}

/** Marked words are what Ctrl+C copies. */
function isNothingMarked(): boolean {
  return getSelection()?.isCollapsed !== false;
}

const rowOf = (id: string) => document.querySelector<HTMLElement>(`[data-row-of="${CSS.escape(id)}"]`);

export function focusRow(id: string): void {
  rowOf(id)?.focus();
}

/** The first field of an open block; its row where it has none. */
export function focusField(id: string): void {
  const body = document.querySelector(`[data-block="${CSS.escape(id)}"] > .block-body`);
  const first = body?.querySelector<HTMLElement>('input, textarea, select, [contenteditable="true"], button');
  if (first === null || first === undefined) focusRow(id);
  else first.focus();
}

function focusNext(id: string, step: -1 | 1): void {
  const field = rowOf(id)?.closest('.blocks-field');
  const rows = [...(field?.querySelectorAll<HTMLElement>('[data-row-of]') ?? [])];
  const here = rows.findIndex((row) => row.dataset['rowOf'] === id);
  rows[here + step]?.focus();
}
