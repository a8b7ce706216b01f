import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Permission } from '../../../../src/contract/access.ts';
import { useAccess } from '../../features/access/may.ts';

/** An action that is available now. The palette lists it, and the shortcut help if it has keys. */
export interface Action {
  id: string;
  /** Starts with a verb: "Publish", "Go to Keys". */
  label: string;
  /** The heading in the palette: "This entry", "Go to", "Create". */
  group: string;
  /** Further words that find it in the palette: `schedule` for the calendar. */
  keywords?: string | undefined;
  icon?: LucideIcon | undefined;
  /** `mod+shift+p`, `/`, or a sequence such as `g k`. `mod` is Ctrl, or ⌘ on a Mac. */
  keys?: string | undefined;
  /** Not in the palette, because it makes no sense there: J and K. */
  onlyKeys?: boolean;
  /** Only in the shortcut help, because the focused element handles these keys itself. */
  onlyHelp?: boolean;
  /** Hidden from members without this permission. */
  needs?: Permission;
  run: () => void;
}

const registered = new Map<symbol, readonly Action[]>();
const listeners = new Set<() => void>();
let offered: readonly Action[] = [];

function notify(): void {
  offered = [...registered.values()].flat();
  for (const listener of listeners) listener();
}

/** Offers actions to the palette, the keyboard and the help while the calling component is mounted. */
export function useActions(all: readonly Action[]): void {
  const may = useAccess();
  const actions = all.filter(({ needs }) => needs === undefined || may(needs));
  const token = useRef<symbol | null>(null);
  useEffect(() => {
    const key = Symbol('actions');
    token.current = key;
    return () => {
      registered.delete(key);
      notify();
    };
  }, []);
  useEffect(() => {
    if (token.current === null) return;
    const before = registered.get(token.current);
    registered.set(token.current, actions);
    if (names(before) !== names(actions)) notify();
  });
}

function names(actions: readonly Action[] | undefined): string {
  return (actions ?? []).map(({ id, label }) => `${id} ${label}`).join('\n');
}

/** All available actions. Actions of the innermost component come last and take precedence for their keys. */
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

/** How long to wait for a screen to offer its actions. */
const offerTimeoutMs = 8_000;

/** Runs an action as soon as it is offered, such as one of a screen that is still loading. */
export function runWhenOffered(id: string): void {
  const runIfOffered = () => {
    const action = offeredActions().find((offeredAction) => offeredAction.id === id);
    if (action === undefined) return;
    stop();
    action.run();
  };
  const stop = () => {
    listeners.delete(runIfOffered);
    clearTimeout(timer);
  };
  const timer = setTimeout(stop, offerTimeoutMs);
  listeners.add(runIfOffered);
  runIfOffered();
}
