import { useState } from 'react';
import type { ListedChange } from '../../../../src/dashboard/releases/schema.ts';

type Change = Pick<ListedChange, 'kind' | 'id' | 'at'>;

/** The newest ticks of a release that are stored. */
const ticksMax = 2_000;

/** The changes of a release that the person ticked, stored in this browser. A later change of an item removes its tick. */
export function useLookedAt(releaseId: string) {
  const storageKey = `galley:looked-at:${releaseId}`;
  const [ticks, setTicks] = useState(() => new Set(localStorage.getItem(storageKey)?.split('\n')));
  const toggle = (change: Change) => {
    const next = new Set(ticks);
    const tick = tickOf(change);
    if (!next.delete(tick)) next.add(tick);
    setTicks(next);
    try {
      localStorage.setItem(storageKey, [...next].slice(-ticksMax).join('\n'));
    } catch {
      // The storage is full: the ticks last until the page is closed.
    }
  };
  return { has: (change: Change) => ticks.has(tickOf(change)), toggle };
}

function tickOf({ kind, id, at }: Change): string {
  return `${kind} ${id} ${at ?? ''}`;
}
