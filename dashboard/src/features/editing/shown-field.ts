import { showingField } from './publish/moves.ts';

/** Calls `show` with the key of each field that is about to be led to: it may stand behind a tab. */
export function whenFieldIsShown(show: (key: string) => void): () => void {
  const listen = (event: Event) => show((event as CustomEvent<string>).detail);
  document.addEventListener(showingField, listen);
  return () => document.removeEventListener(showingField, listen);
}
