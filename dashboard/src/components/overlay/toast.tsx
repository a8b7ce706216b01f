import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { messageOf } from '../../api/errors/api-error.ts';
import { IconButton } from '../base/button.tsx';
import { classes } from '../base/classes.ts';
import './toast.css';

interface Toast {
  id: number;
  text: string;
  tone: 'good' | 'bad';
  action: { label: string; run: () => void } | null;
}

/** How long a toast is shown: longer for errors, and for toasts with an action. */
const durationMs = { good: 5_000, bad: 12_000, action: 12_000 };

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function setToasts(newToasts: readonly Toast[]): void {
  toasts = newToasts;
  for (const listener of listeners) listener();
}

function close(id: number): void {
  setToasts(toasts.filter((toast) => toast.id !== id));
}

/** Reports a success, with an optional action such as Undo, and closes earlier error toasts. Returns how to close it. */
export function toast(text: string, action: Toast['action'] = null): () => void {
  const id = show(
    { text, tone: 'good', action },
    toasts.filter(({ tone }) => tone === 'good'),
  );
  return () => close(id);
}

/** Shows a toast in addition to the remaining ones, at most three. */
function show(content: Omit<Toast, 'id'>, remaining: readonly Toast[]): number {
  const id = nextId++;
  setToasts([...remaining.slice(-2), { ...content, id }]);
  setTimeout(() => close(id), durationMs[content.action === null ? content.tone : 'action']);
  return id;
}

/** Shows an error until it times out, is closed, or a later action succeeds. */
export function toastError(thrown: unknown): void {
  const text = messageOf(thrown);
  if (toasts.some((toast) => toast.text === text)) return;
  show({ text, tone: 'bad', action: null }, toasts);
}

/** Renders the toasts and announces them to screen readers. */
export function Toasts() {
  const visibleToasts = useSyncExternalStore(
    (listener) => (listeners.add(listener), () => listeners.delete(listener)),
    () => toasts,
  );
  return (
    <div className="toasts" role="region" aria-label="Messages" aria-live="polite">
      {visibleToasts.map(({ id, text, tone, action }) => (
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
