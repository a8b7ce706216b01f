import { useSyncExternalStore } from 'react';

const narrow = matchMedia('(width < 860px)');

/** Whether there is no room for seven columns. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (tell) => {
      narrow.addEventListener('change', tell);
      return () => narrow.removeEventListener('change', tell);
    },
    () => narrow.matches,
  );
}
