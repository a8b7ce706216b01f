import { useSyncExternalStore } from 'react';
import type { DraftState } from './draft-state.ts';
import type { DraftStore } from './draft-store.ts';
import type { EditedItem } from '../item.ts';

/** A part of the draft's state. The component renders again only when that part changes. */
export function useDraftState<Item extends EditedItem, T>(
  store: DraftStore<Item>,
  select: (state: DraftState<Item>) => T,
): T {
  return useSyncExternalStore(store.subscribe, () => select(store.state()));
}
