import { useSyncExternalStore } from 'react';

let count = 0;
const listeners = new Set<() => void>();

function add(difference: 1 | -1): void {
  count += difference;
  for (const notify of listeners) notify();
}

/** The number of uploads whose result is in no field yet. */
export const arrivalCount = (): number => count;

export function useArrivals(): number {
  return useSyncExternalStore(
    (notify) => (listeners.add(notify), () => listeners.delete(notify)),
    arrivalCount,
  );
}

/** Counts an upload until its field has the file, or it failed. */
export function countArrival<T>(work: Promise<T>): Promise<T> {
  add(1);
  // Delayed, so that the waiting code can store the file in the field first.
  return work.finally(() => setTimeout(() => add(-1)));
}
