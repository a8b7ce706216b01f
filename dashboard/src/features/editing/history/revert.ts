import { useEffect, useRef } from 'react';
import { useRefresh } from '../../../api/project.ts';
import { toast, toastError } from '../../../components/overlay/toast.tsx';
import { differingKeys, isEqual } from '../conflict/equal.ts';
import type { Values } from '../conflict/merge.ts';
import type { ItemEditor } from '../item-editor.ts';

/**
 * Reverts an action on the draft: fields that still have the value `after` get their value `before` again. Later
 * changes stay. Works after the editor was left and when it is open again.
 */
export function useRevert({ store, service }: ItemEditor): (before: Values, after: Values) => void {
  const refresh = useRefresh();
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => void (isMounted.current = false);
  }, []);

  const revert = async (before: Values, after: Values) => {
    const changedKeys = differingKeys(before, after);
    if (isMounted.current) {
      const unchangedKeys = changedKeys.filter((key) => isEqual(store.valueOf(key), after[key]));
      for (const key of unchangedKeys) store.replace(key, before[key]);
      reportKeptChanges(changedKeys.length - unchangedKeys.length);
      return store.flush();
    }
    const { draft, revision } = await service.read();
    const unchangedKeys = changedKeys.filter((key) => isEqual(draft[key], after[key]));
    const values = Object.fromEntries(unchangedKeys.map((key) => [key, before[key] ?? null]));
    if (unchangedKeys.length > 0) await service.save(values, revision, draft);
    reportKeptChanges(changedKeys.length - unchangedKeys.length);
    await refresh(service.module);
  };
  return (before, after) => void revert(before, after).catch(toastError);
}

function reportKeptChanges(count: number): void {
  if (count > 0) toast('Fields that were edited since keep their values. History has the earlier ones.');
}
