import { useState } from 'react';

interface Edits<Values> {
  /** The values that the form shows: saved values with the edits applied. */
  values: Values;
  /** The edits that differ from the saved values. */
  changed: Partial<Values>;
  change: (part: Partial<Values>) => void;
  /** Drops edits that were saved, unless they were changed since. */
  discardSaved: (saved: Partial<Values>) => void;
}

/** The values of a form with a save button. The saved values may change meanwhile; edits stay. */
export function useEdits<Values extends Record<keyof Values, string>>(saved: Values): Edits<Values> {
  const [edits, setEdits] = useState<Partial<Values>>({});
  return {
    values: { ...saved, ...edits },
    changed: without(edits, saved),
    change: (part) => setEdits((before) => ({ ...before, ...part })),
    discardSaved: (saved) => setEdits((before) => without(before, saved)),
  };
}

/** The values that differ from the baseline. A missing baseline value counts as empty. */
function without<Values extends Record<keyof Values, string>>(
  values: Partial<Values>,
  baseline: Partial<Values>,
): Partial<Values> {
  const differing = Object.entries(values).filter(
    ([key, value]) => value !== (baseline[key as keyof Values] ?? ''),
  );
  return Object.fromEntries(differing) as Partial<Values>;
}
