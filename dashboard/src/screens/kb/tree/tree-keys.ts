import type { KeyboardEvent, RefObject } from 'react';
import { useActions } from '../../../components/keyboard/actions.ts';
import type { TreeRow } from './tree-rows.ts';

interface TreeKeys {
  rows: readonly TreeRow[];
  open: (row: TreeRow) => void;
  toggle: (id: string, isOpen?: boolean) => void;
  step: (row: TreeRow, direction: 1 | -1) => void;
  move: (row: TreeRow) => void;
  review: (row: TreeRow) => void;
}

/** The keyboard actions of the tree, except J and K. @returns the key handler of the rows */
export function useTreeKeys(tree: RefObject<HTMLElement | null>, keys: TreeKeys) {
  const { rows, open, toggle, step, move, review } = keys;
  const focus = (id: string | null) =>
    tree.current?.querySelector<HTMLElement>(`[data-id="${id ?? ''}"]`)?.focus();
  const withFocusedRow = (run: (row: TreeRow) => void) => () => {
    const id = (document.activeElement as HTMLElement | null)?.dataset['id'];
    const row = rows.find((candidate) => candidate.id === id);
    if (row !== undefined) run(row);
  };
  const action = (id: string, label: string, shortcut: string, run: (row: TreeRow) => void) => {
    return { id, label, group: 'The tree', keys: shortcut, onlyKeys: true, run: withFocusedRow(run) };
  };
  useActions([
    action('row-up', 'Move the row up', 'alt+arrowup', (row) => step(row, -1)),
    action('row-down', 'Move the row down', 'alt+arrowdown', (row) => step(row, 1)),
    action('row-move', 'Move the row to…', 'm', (row) => (row.parent === null ? undefined : move(row))),
    action('row-review', 'Mark the article as reviewed', 'r', review),
  ]);

  return (event: KeyboardEvent<HTMLElement>, row: TreeRow) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const { currentTarget } = event;
    const isInside = event.target !== currentTarget;
    if (isInside && (event.key !== 'ArrowLeft' || !currentTarget.contains(event.target as Node))) return;
    const isContainer = row.kind !== 'article';
    if (isInside) currentTarget.focus();
    else if (event.key === 'Enter') open(row);
    else if (event.key === ' ' && isContainer) toggle(row.id);
    else if (event.key === 'ArrowRight' && isContainer && !row.isOpen) toggle(row.id, true);
    else if (event.key === 'ArrowRight')
      currentTarget.querySelector<HTMLElement>('.tree-menu button')?.focus();
    else if (event.key === 'ArrowLeft' && isContainer && row.isOpen) toggle(row.id, false);
    else if (event.key === 'ArrowLeft') focus(row.parent);
    else return;
    event.preventDefault();
  };
}
