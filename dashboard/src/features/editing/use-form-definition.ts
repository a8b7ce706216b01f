import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DraftStore } from './draft/draft-store.ts';

/**
 * Returns the definition that the form shows. A changed definition is used only after the draft has moved to the renamed
 * fields, so that unsaved text appears under its new key. The focus and the selection don't change.
 */
export function useFormDefinition<Definition>(definition: Definition, store: DraftStore): Definition {
  const [current, setCurrent] = useState(definition);
  const isLoading = current === null; // the form shows nothing yet
  useEffect(() => {
    if (current === definition) return;
    if (isLoading) return setCurrent(definition);
    let isCanceled = false;
    void store.followRenames().then(() => {
      if (!isCanceled) keepFocus(store, () => flushSync(() => setCurrent(definition)));
    });
    return () => {
      isCanceled = true;
    };
  }, [current, definition, isLoading, store]);
  return isLoading || definition === null ? definition : current;
}

/** Focuses the renamed field again if `render` replaces the focused one. */
function keepFocus(store: DraftStore, render: () => void): void {
  const control = document.activeElement;
  const key = control?.closest<HTMLElement>('[data-field]')?.dataset['field'];
  const selection = isText(control) ? ([control.selectionStart, control.selectionEnd] as const) : null;
  render();
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
