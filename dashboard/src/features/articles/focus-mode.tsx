import { Maximize2, Minimize2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { useActions } from '../../components/keyboard/actions.ts';
import { IconButton } from '../../components/base/button.tsx';
import { isComposing } from '../../components/keyboard/composing.ts';
import './focus-mode.css';

export interface FocusMode {
  isOn: boolean;
  set: (isOn: boolean) => void;
}

/** Shows only the text of an article with the head above it. Stored for each user in this browser. */
export function useFocusMode(): FocusMode {
  const person = useSession()?.user?.id ?? '';
  const storageKey = `galley:focus-mode:${person}`;
  const [isOn, setOn] = useState(() => localStorage.getItem(storageKey) !== null);
  const set = (isEnabled: boolean) => {
    if (isEnabled) localStorage.setItem(storageKey, 'on');
    else localStorage.removeItem(storageKey);
    setOn(isEnabled);
  };
  useEffect(() => {
    if (!isOn) return;
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isComposing(event) || isHandledElsewhere(event.target)) return;
      localStorage.removeItem(storageKey);
      setOn(false);
    };
    // In the capture phase, because the text editor handles every Escape.
    document.addEventListener('keydown', leave, { capture: true });
    return () => document.removeEventListener('keydown', leave, { capture: true });
  }, [isOn, storageKey]);
  return { isOn, set };
}

/** Whether a dialog, a menu or the toolbar handles Escape. */
function isHandledElsewhere(target: EventTarget | null): boolean {
  if (target instanceof Element && target.closest('.richtext-bar') !== null) return true;
  return document.querySelector('[role="dialog"], [role="menu"], .slash-list, .find-bar') !== null;
}

export function FocusButton({ mode: { isOn, set } }: { mode: FocusMode }) {
  const label = isOn ? 'Leave focus mode' : 'Focus mode';
  const icon = isOn ? Minimize2 : Maximize2;
  const change = () => {
    set(!isOn);
    document.querySelector<HTMLElement>('[data-field="body"] [contenteditable="true"]')?.focus();
  };
  useActions([{ id: 'focus-mode', label, group: 'This article', icon, keys: 'mod+shift+f', run: change }]);
  return <IconButton label={label} icon={icon} aria-pressed={isOn} onClick={change} />;
}
