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

/** The text of an article alone, with the head above it; remembered for each person in this browser. */
export function useFocusMode(): FocusMode {
  const person = useSession()?.user?.id ?? '';
  const place = `galley:focus-mode:${person}`;
  const [isOn, setOn] = useState(() => localStorage.getItem(place) !== null);
  const set = (wanted: boolean) => {
    if (wanted) localStorage.setItem(place, 'on');
    else localStorage.removeItem(place);
    setOn(wanted);
  };
  useEffect(() => {
    if (!isOn) return;
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isComposing(event) || isTaken(event.target)) return;
      localStorage.removeItem(place);
      setOn(false);
    };
    // Before the text, which says of every Escape that it has taken it.
    document.addEventListener('keydown', leave, { capture: true });
    return () => document.removeEventListener('keydown', leave, { capture: true });
  }, [isOn, place]);
  return { isOn, set };
}

/** Whether something in front of the text, or its toolbar, takes Escape for itself. */
function isTaken(target: EventTarget | null): boolean {
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
