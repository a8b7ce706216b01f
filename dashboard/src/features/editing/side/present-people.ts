import { useSyncExternalStore } from 'react';
import type { PresentList } from '../../../../../src/dashboard/presence/schema.ts';

type Present = PresentList['data'];

const listeners = new Set<() => void>();
let others: Present = [];

/** Sets who else has the item open that this window shows. */
export function setPresent(people: Present): void {
  if (people.length === 0 && others.length === 0) return;
  others = people;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Who else has the item open. */
export function usePresent(): Present {
  return useSyncExternalStore(subscribe, () => others);
}

/**
 * What others do in a field: `Bea is editing this`; empty if nobody is there. With `inside`, also in the fields of a
 * block.
 */
export function usePeopleAt(name: string, inside = false): string {
  const isHere = (field: string | null) =>
    field === name || (inside && field?.startsWith(`${name}/`) === true);
  return useSyncExternalStore(subscribe, () =>
    others
      .filter(({ field }) => isHere(field))
      .map((person) => `${person.name} ${person.state === 'editing' ? 'is editing this' : 'is here'}`)
      .join(', '),
  );
}
