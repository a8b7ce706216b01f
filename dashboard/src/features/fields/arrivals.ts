import { useSyncExternalStore } from 'react';

let count = 0;
const listeners = new Set<() => void>();

function add(one: 1 | -1): void {
  count += one;
  for (const tell of listeners) tell();
}

/** Files on their way into a field: what they become stands in none of its values yet. */
export const arrivals = (): number => count;

export function useArrivals(): number {
  return useSyncExternalStore((tell) => (listeners.add(tell), () => listeners.delete(tell)), arrivals);
}

/** Counts a file among the arrivals until the field has it, or it failed. */
export function arriving<T>(work: Promise<T>): Promise<T> {
  add(1);
  // Not at once: the code that waits for the file puts it into the field first.
  return work.finally(() => setTimeout(() => add(-1)));
}
