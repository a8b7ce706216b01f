import type { KeyboardEvent, PointerEvent } from 'react';

/** The bounds and the initial width of the form, in percent of the screen. */
export const formPercent = { min: 25, max: 70, start: 40 } as const;
const stepPercent = 5;
const storageKey = 'galley:live-form';

/** The width of the form that this browser used last, in percent. */
export function storedFormPercent(): number {
  const percent = Number(localStorage.getItem(storageKey));
  return percent >= formPercent.min && percent <= formPercent.max ? percent : formPercent.start;
}

interface DividerProps {
  value: number;
  onChange: (value: number) => void;
}

/** The line between form and site: drag it, or use the arrow keys. */
export function Divider({ value, onChange }: DividerProps) {
  const change = (requested: number) => {
    const percent = Math.round(Math.min(formPercent.max, Math.max(formPercent.min, requested)));
    localStorage.setItem(storageKey, String(percent));
    onChange(percent);
  };
  const drag = ({ currentTarget, pointerId, clientX }: PointerEvent<HTMLDivElement>) => {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    const box = currentTarget.parentElement?.getBoundingClientRect();
    if (box !== undefined) change(((clientX - box.left) / box.width) * 100);
  };
  const onKey = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = { ArrowLeft: -stepPercent, ArrowRight: stepPercent };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    change(value + step);
  };
  return (
    <div
      className="live-divider"
      role="separator"
      tabIndex={0}
      aria-label="Width of the form"
      aria-orientation="vertical"
      aria-valuenow={value}
      aria-valuemin={formPercent.min}
      aria-valuemax={formPercent.max}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={drag}
      onKeyDown={onKey}
    />
  );
}
