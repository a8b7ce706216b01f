/** What an editor is, as far as leaving it is concerned. */
interface Left {
  store: {
    flush(): Promise<unknown>;
    state(): { phase: string };
    close(): void;
  };
}

/** Editors of this page that were left, by what they edit and who: as long as something of theirs is not stored. */
const left = new Map<string, Left>();

/** Goes on in the editor that was left: what was typed there is in it, also where this browser had no room for a copy. */
export function reopened<Opened extends Left>(place: string): Opened | undefined {
  const found = left.get(place);
  left.delete(place);
  return found as Opened | undefined; // the place names the kind
}

/** Saves what can be saved, and keeps the rest for the next time that the item is opened. */
export async function leaveEditor(place: string, opened: Left): Promise<void> {
  const { store } = opened;
  left.set(place, opened);
  await store.flush();
  if (left.get(place)?.store !== store) return; // opened again meanwhile
  if (store.state().phase === 'saved') left.delete(place);
  store.close();
}
