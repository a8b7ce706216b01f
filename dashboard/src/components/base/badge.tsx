import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import './badge.css';

export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'note' | 'accent';

/** Shows a state by its text, not only by color. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={classes('badge', `badge-${tone}`)}>
      <span className="badge-dot" aria-hidden />
      {children}
    </span>
  );
}
