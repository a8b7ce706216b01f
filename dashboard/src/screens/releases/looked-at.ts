import { useState } from 'react';
import type { ListedChange } from '../../../../src/dashboard/releases/schema.ts';
import { useSession } from '../../api/session.ts';

type Change = Pick<ListedChange, 'kind' | 'id' | 'at'>;

/** Maximum ticks of a person in all releases. The oldest ones are dropped. */
const ticksMax = 2_000;

/** The changes of releases that the person ticked, stored in this browser. A later change of an item removes its tick. */
export function useLookedAt(releaseId: string) {
  const person = useSession()?.user?.id ?? '';
  const storageKey = `galley:looked-at:${person}`;
  const [ticks, setTicks] = useState(() => readTicks(storageKey));
  const tickOf = ({ kind, id, at }: Change) => [releaseId, kind, id, at ?? ''].join(' ');
  const toggle = (change: Change) => {
    const next = readTicks(storageKey); // another tab can have stored more
    const tick = tickOf(change);
    if (!next.delete(tick)) next.add(tick);
    setTicks(next);
    try {
      localStorage.setItem(storageKey, [...next].slice(-ticksMax).join('\n'));
    } catch {
      // If the storage is full, only the tick is lost.
    }
  };
  return { has: (change: Change) => ticks.has(tickOf(change)), toggle };
}

function readTicks(storageKey: string): Set<string> {
  return new Set(localStorage.getItem(storageKey)?.split('\n'));
}
