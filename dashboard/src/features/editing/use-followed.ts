import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DraftStore } from './draft/draft-store.ts';

/**
 * A definition by which a form is drawn. A changed one is used after the draft follows its renamed fields, so that the
 * form shows unsaved text under its new key. The cursor stays.
 */
export function useFollowed<Definition>(definition: Definition, store: DraftStore): Definition {
  const [followed, setFollowed] = useState(definition);
  const isLoading = followed === null; // nothing is drawn by it yet
  useEffect(() => {
    if (followed === definition) return;
    if (isLoading) return setFollowed(definition);
    let isOver = false;
    void store.followRenames().then(() => {
      if (!isOver) keepFocus(store, () => flushSync(() => setFollowed(definition)));
    });
    return () => {
      isOver = true;
    };
  }, [followed, definition, isLoading, store]);
  return isLoading || definition === null ? definition : followed;
}

/** Focuses the renamed field again if `draw` replaces the one with the focus. */
function keepFocus(store: DraftStore, draw: () => void): void {
  const control = document.activeElement;
  const key = control?.closest<HTMLElement>('[data-field]')?.dataset['field'];
  const selection = isText(control) ? ([control.selectionStart, control.selectionEnd] as const) : null;
  draw();
  if (key === undefined || control?.isConnected === true) return;
  const row = document.querySelector(`[data-field="${CSS.escape(store.nameOf(key))}"]`);
  const next = row?.querySelector<HTMLElement>('input, textarea, select, [contenteditable="true"]') ?? null;
  next?.focus({ preventScroll: true });
  if (selection !== null && isText(next)) next.setSelectionRange(...selection);
}

function isText(element: Element | null): element is HTMLInputElement | HTMLTextAreaElement {
  return (
    element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type === 'text')
  );
}
