import { useEffect, useRef } from 'react';
import { useRefresh } from '../../../api/project.ts';
import { toast, toastError } from '../../../components/overlay/toast.tsx';
import { differingKeys, isEqual } from '../conflict/equal.ts';
import type { Values } from '../conflict/merge.ts';
import type { Opened } from '../opened.ts';

/**
 * Takes back what an action did to the draft: fields that still hold what it left (`became`) hold again what they held
 * before (`was`). What was written since stays. Works after the editor was left, and while it is open again.
 */
export function usePutBack({ store, service }: Opened): (was: Values, became: Values) => void {
  const refresh = useRefresh();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => void (isHere.current = false);
  }, []);

  const putBack = async (was: Values, became: Values) => {
    const changed = differingKeys(was, became);
    if (isHere.current) {
      const free = changed.filter((key) => isEqual(store.valueOf(key), became[key]));
      for (const key of free) store.replace(key, was[key]);
      sayWhatStays(changed.length - free.length);
      return store.flush();
    }
    const { draft, revision } = await service.read();
    const free = changed.filter((key) => isEqual(draft[key], became[key]));
    const values = Object.fromEntries(free.map((key) => [key, was[key] ?? null]));
    if (free.length > 0) await service.save(values, revision, draft);
    sayWhatStays(changed.length - free.length);
    await refresh(service.module);
  };
  return (was, became) => void putBack(was, became).catch(toastError);
}

function sayWhatStays(count: number): void {
  if (count > 0) toast('What was edited since stays as it is. The history has the rest.');
}
