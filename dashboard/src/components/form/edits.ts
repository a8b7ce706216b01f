import { useState } from 'react';

interface Edits<Values> {
  /** What the form shows: what was typed, and what is stored below it. */
  shown: Values;
  /** The values that were typed and differ from what is stored. */
  changed: Partial<Values>;
  change: (part: Partial<Values>) => void;
  /** Lets go what was saved, unless it was typed over since. */
  forget: (saved: Partial<Values>) => void;
}

/** The values of a form that only a button saves. What is stored may change below it; what was typed stays. */
export function useEdits<Values extends Record<keyof Values, string>>(stored: Values): Edits<Values> {
  const [typed, setTyped] = useState<Partial<Values>>({});
  return {
    shown: { ...stored, ...typed },
    changed: without(typed, stored),
    change: (part) => setTyped((before) => ({ ...before, ...part })),
    forget: (saved) => setTyped((before) => without(before, saved)),
  };
}

/** The values that the other one does not have; a missing text is an empty one. */
function without<Values extends Record<keyof Values, string>>(
  values: Partial<Values>,
  other: Partial<Values>,
): Partial<Values> {
  const differing = Object.entries(values).filter(
    ([key, value]) => value !== (other[key as keyof Values] ?? ''),
  );
  return Object.fromEntries(differing) as Partial<Values>;
}
