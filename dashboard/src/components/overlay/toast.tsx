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

/** How long a toast stays, in milliseconds: longer where there is something to take back, or to read. */
const stayMs = { good: 5_000, bad: 12_000, action: 12_000 };

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

/** Says in passing that something was done, with a way to take it back where there is one; what went wrong before is over. */
export function toast(text: string, action: Toast['action'] = null): void {
  show(
    { text, tone: 'good', action },
    toasts.filter(({ tone }) => tone === 'good'),
  );
}

/** Puts a toast beside those that stay. */
function show(shown: Omit<Toast, 'id'>, beside: readonly Toast[]): void {
  const id = nextId++;
  change([...beside.slice(-2), { ...shown, id }]);
  setTimeout(() => close(id), stayMs[shown.action === null ? shown.tone : 'action']);
}

/** Says that something went wrong, until something goes well or it was read. */
export function toastError(thrown: unknown): void {
  const text = messageOf(thrown);
  if (toasts.some((toast) => toast.text === text)) return;
  show({ text, tone: 'bad', action: null }, toasts);
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
