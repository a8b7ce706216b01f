import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { messageOf } from '../api/problem.ts';
import { IconButton } from './button.tsx';
import { classes } from './classes.ts';
import './toast.css';

interface Toast {
  id: number;
  text: string;
  tone: 'good' | 'bad';
  action: { label: string; run: () => void } | null;
}

/** How long a toast stays, in milliseconds; bad news waits to be closed. */
const stayMs = 5_000;

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function change(to: readonly Toast[]): void {
  toasts = to;
  for (const tell of listeners) tell();
}

function close(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

/** Says in passing that something was done, with a way to take it back where there is one. */
export function toast(text: string, action: Toast['action'] = null): void {
  const id = nextId++;
  change([...toasts.slice(-2), { id, text, tone: 'good', action }]);
  setTimeout(() => close(id), stayMs);
}

/** Says that something went wrong; stays until it is closed. */
export function toastProblem(thrown: unknown): void {
  const text = messageOf(thrown);
  if (toasts.some((toast) => toast.text === text)) return;
  change([...toasts.slice(-2), { id: nextId++, text, tone: 'bad', action: null }]);
}

/** Where toasts appear; read aloud as they do. */
export function Toasts() {
  const shown = useSyncExternalStore(
    (tell) => (listeners.add(tell), () => listeners.delete(tell)),
    () => toasts,
  );
  return (
    <div className="toasts" role="region" aria-label="Messages" aria-live="polite">
      {shown.map(({ id, text, tone, action }) => (
        <div
          key={id}
          className={classes('toast', `toast-${tone}`)}
          role={tone === 'bad' ? 'alert' : 'status'}
        >
          {tone === 'bad' ? <CircleAlert size={16} aria-hidden /> : <CircleCheck size={16} aria-hidden />}
          <span>{text}</span>
          {action === null ? null : (
            <button type="button" className="toast-action" onClick={() => (action.run(), close(id))}>
              {action.label}
            </button>
          )}
          <IconButton label="Close message" icon={X} onClick={() => close(id)} />
        </div>
      ))}
    </div>
  );
}
