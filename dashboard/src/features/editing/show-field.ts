import type { DraftStore } from './draft/draft-store.ts';

/** Scrolls to the first field with an error and focuses it. */
export function showFirstError(store: Pick<DraftStore, 'state'>): void {
  const [key] = store.state().errors.keys();
  if (key !== undefined) showField(key);
}

/** Dispatched before a field is shown, so that tabs, blocks and sections that hide it open. */
export const showingField = 'galley:showing-field';

/** Scrolls to a field and focuses it. */
export function showField(key: string): void {
  const selector = `[data-field="${CSS.escape(key)}"]`;
  let row: HTMLElement | null = null;
  // Each event opens one more level: a tab, a block, a section in the block.
  for (let level = 0; level < 8 && row === null; level++) {
    document.dispatchEvent(new CustomEvent<string>(showingField, { detail: key }));
    row = document.querySelector<HTMLElement>(selector);
  }
  row?.scrollIntoView({ block: 'center' });
  row?.querySelector<HTMLElement>('input, textarea, select, [contenteditable="true"], button')?.focus();
}

/** Calls `show` with the key of each field before it is shown. @returns a function that stops it */
export function whenFieldIsShown(show: (key: string) => void): () => void {
  const listen = (event: Event) => show((event as CustomEvent<string>).detail);
  document.addEventListener(showingField, listen);
  return () => document.removeEventListener(showingField, listen);
}
