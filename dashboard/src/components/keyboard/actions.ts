import type { LucideIcon } from 'lucide-react';
import { useContext, useEffect, useRef, useSyncExternalStore } from 'react';
import type { Permission } from '../../../../src/contract/access.ts';
import { MayContext } from '../../features/access/may.ts';

/** Something that can be done now: it stands in the palette, and in the help when it has keys. */
export interface Action {
  id: string;
  /** A verb: "Publish", "Go to Keys". */
  label: string;
  /** Under which heading: "This entry", "Go to", "Create". */
  group: string;
  icon?: LucideIcon | undefined;
  /** `mod+shift+p`, `/`, or one after the other: `g k`. `mod` is Ctrl, or ⌘ on a Mac. */
  keys?: string | undefined;
  /** Kept out of the palette: J and K make no sense there. */
  onlyKeys?: boolean;
  /** Told in the help alone: what has the focus takes these keys by itself. */
  onlyHelp?: boolean;
  /** Not offered to members who may not do it. */
  needs?: Permission;
  run: () => void;
}

const registered = new Map<symbol, readonly Action[]>();
const listeners = new Set<() => void>();
let offered: readonly Action[] = [];

function tell(): void {
  offered = [...registered.values()].flat();
  for (const listener of listeners) listener();
}

/** Offers actions while the calling component is shown: to the palette, to the keyboard, to the help. */
export function useActions(all: readonly Action[]): void {
  const may = useContext(MayContext);
  const actions = all.filter(({ needs }) => needs === undefined || may(needs));
  const token = useRef<symbol | null>(null);
  useEffect(() => {
    const own = Symbol('actions');
    token.current = own;
    return () => {
      registered.delete(own);
      tell();
    };
  }, []);
  useEffect(() => {
    if (token.current === null) return;
    const before = registered.get(token.current);
    registered.set(token.current, actions);
    if (names(before) !== names(actions)) tell();
  });
}

function names(actions: readonly Action[] | undefined): string {
  return (actions ?? []).map(({ id, label }) => `${id} ${label}`).join('\n');
}

/** Every action that can be done now; the one of the innermost screen is last and wins its keys. */
export function useOfferedActions(): readonly Action[] {
  return useSyncExternalStore(
    (listener) => (listeners.add(listener), () => listeners.delete(listener)),
    () => offered,
  );
}

/** The latest actions, for the handler that runs when a key is pressed. */
export function offeredActions(): readonly Action[] {
  return [...registered.values()].flat();
}

/** How long a screen may take to offer its actions, in milliseconds. */
const offeredWithinMs = 8_000;

/** Runs an action once it is offered: one of a screen that is on its way. */
export function runWhenOffered(id: string): void {
  const look = () => {
    const action = offeredActions().find((one) => one.id === id);
    if (action === undefined) return;
    stop();
    action.run();
  };
  const stop = () => {
    listeners.delete(look);
    clearTimeout(timer);
  };
  const timer = setTimeout(stop, offeredWithinMs);
  listeners.add(look);
  look();
}
