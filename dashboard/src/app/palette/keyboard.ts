import { useEffect } from 'react';
import { type Action, offeredActions } from '../../components/keyboard/actions.ts';
import { isComposing } from '../../components/keyboard/composing.ts';
import { isTyping } from '../../components/keyboard/typing.ts';

/** Time for the second key of a sequence such as `g k`. */
const sequenceMs = 900;

/** Runs the action whose keys are pressed. Single letters do nothing while a person types or a dialog is open. */
export function useKeyboard(): void {
  useEffect(() => {
    let pending: { key: string; at: number } | null = null;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isComposing(event)) return;
      const keys = keysOf(event);
      const isPlain = !keys.includes('mod+') && !keys.includes('alt+');
      if (isPlain && (isTyping(event.target) || isInDialog())) return;
      const first = pending !== null && event.timeStamp - pending.at < sequenceMs ? `${pending.key} ` : '';
      const action = findAction(`${first}${keys}`) ?? findAction(keys);
      pending = action === undefined && isPlain ? { key: keys, at: event.timeStamp } : null;
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
  const isSymbol = key.length === 1 && !/[a-z0-9]/.test(key);
  const modifiers = [
    event.metaKey || event.ctrlKey ? 'mod' : null,
    event.altKey ? 'alt' : null,
    event.shiftKey && !isSymbol ? 'shift' : null,
  ];
  return [...modifiers.filter((name) => name !== null), key].join('+');
}

function isInDialog(): boolean {
  return document.querySelector('[role="dialog"], [role="menu"]') !== null;
}
