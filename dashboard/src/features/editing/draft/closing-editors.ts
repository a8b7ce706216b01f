/** The part of an editor that closing needs. */
interface ClosableEditor {
  store: {
    flush(): Promise<unknown>;
    state(): { phase: string };
    close(): void;
  };
}

/** Editors that were left while a save was running, by item and user. */
const closingEditors = new Map<string, ClosableEditor>();

/** Returns the editor of an item that was left with unsaved changes, also if this browser had no storage for them. */
export function takeClosingEditor<ItemEditor extends ClosableEditor>(
  itemKey: string,
): ItemEditor | undefined {
  const editor = closingEditors.get(itemKey);
  closingEditors.delete(itemKey);
  return editor as ItemEditor | undefined; // the key contains the kind
}

/** Saves what can be saved, and keeps the editor until everything is stored. */
export async function leaveEditor(itemKey: string, editor: ClosableEditor): Promise<void> {
  const { store } = editor;
  closingEditors.set(itemKey, editor);
  await store.flush();
  if (closingEditors.get(itemKey)?.store !== store) return; // opened again meanwhile
  if (store.state().phase === 'saved') closingEditors.delete(itemKey);
  store.close();
}
