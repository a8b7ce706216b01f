import { useSyncExternalStore } from 'react';

const storageKey = 'galley:compact-rows';
const listeners = new Set<() => void>();

/** Pixels of a row of all tables. */
const heights = { comfortable: 44, compact: 36 };

/** Whether rows are compact, for all tables, stored in this browser. */
export function useRowDensity() {
  const isCompact = useSyncExternalStore(
    (listener) => (listeners.add(listener), () => listeners.delete(listener)),
    () => localStorage.getItem(storageKey) !== null,
  );
  const toggle = () => {
    if (isCompact) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, 'on');
    for (const listener of listeners) listener();
  };
  return { isCompact, rowHeight: isCompact ? heights.compact : heights.comfortable, toggle };
}
