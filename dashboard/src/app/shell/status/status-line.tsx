import type { ReactNode } from 'react';
import { formatted } from '../../../components/base/counted.ts';

interface StatusLineProps {
  /** `Unpublishing`, and the name of the items, singular and plural. */
  verb: string;
  noun: readonly [string, string];
  done: number;
  total: number;
  /** The button that stops it. */
  children: ReactNode;
}

/** `Unpublishing 15 of 1,279 entries`, with a bar. */
export function StatusLine({ verb, noun: [singular, plural], done, total, children }: StatusLineProps) {
  return (
    <section className="status-line" aria-label={`${verb} ${plural}`}>
      <span>
        {verb} {formatted(done)} of {formatted(total)} {total === 1 ? singular : plural}
      </span>
      <progress value={done} max={Math.max(total, 1)} aria-label={`${verb} ${plural}`} />
      {children}
    </section>
  );
}
