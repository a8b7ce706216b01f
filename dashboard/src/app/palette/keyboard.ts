import { useEffect } from 'react';
import { type Action, offeredActions } from '../../components/keyboard/actions.ts';
import { isComposing } from '../../components/keyboard/composing.ts';
import { isTyping } from '../../components/keyboard/typing.ts';

/** How long the first key of `g k` is remembered, in milliseconds. */
const sequenceMs = 900;

/** Runs the offered action whose keys are pressed. Single letters rest while a person types or a dialog is open. */
export function useKeyboard(): void {
  useEffect(() => {
    let pending: { key: string; at: number } | null = null;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isComposing(event)) return;
      const pressed = keysOf(event);
      const isPlain = !pressed.includes('mod+') && !pressed.includes('alt+');
      if (isPlain && (isTyping(event.target) || isInDialog())) return;
      const first = pending !== null && event.timeStamp - pending.at < sequenceMs ? `${pending.key} ` : '';
      const action = findAction(`${first}${pressed}`) ?? findAction(pressed);
      pending = action === undefined && isPlain ? { key: pressed, at: event.timeStamp } : null;
      if (action === undefined) return;
      event.preventDefault();
      action.run();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function findAction(keys: string): Action | undefined {
  return offeredActions().findLast((action) => action.keys === keys && action.onlyHelp !== true);
}

function keysOf(event: KeyboardEvent): string {
  const key = event.key.toLowerCase();
  const isSign = key.length === 1 && !/[a-z0-9]/.test(key);
  const held = [
    event.metaKey || event.ctrlKey ? 'mod' : null,
    event.altKey ? 'alt' : null,
    event.shiftKey && !isSign ? 'shift' : null,
  ];
  return [...held.filter((name) => name !== null), key].join('+');
}

function isInDialog(): boolean {
  return document.querySelector('[role="dialog"], [role="menu"]') !== null;
}
