import { useSyncExternalStore } from 'react';

const narrowQuery = matchMedia('(width < 860px)');

/** Whether the window is too narrow for seven columns. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      narrowQuery.addEventListener('change', listener);
      return () => narrowQuery.removeEventListener('change', listener);
    },
    () => narrowQuery.matches,
  );
}
