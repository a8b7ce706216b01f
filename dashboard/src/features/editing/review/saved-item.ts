import type { EditedItem } from '../item.ts';
import type { ItemEditor } from '../item-editor.ts';

/** Saves all changes of an item and returns it. @throws if a change can't be saved now */
export async function savedItem({ store, service }: ItemEditor): Promise<EditedItem> {
  await store.flush();
  const { phase, item } = store.state();
  if (phase !== 'saved' || item.id === '')
    throw new Error(`Your last changes of this ${service.noun} aren’t saved yet. Save them, then try again.`);
  return item;
}
