import { useSyncExternalStore } from 'react';
import type { DraftState } from './draft-state.ts';
import type { DraftStore } from './draft-store.ts';

/** A part of the draft's state; the component is drawn again only when that part differs. */
export function useDraftState<T>(store: DraftStore, select: (state: DraftState) => T): T {
  return useSyncExternalStore(store.subscribe, () => select(store.state()));
}
