import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import './badge.css';

export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'note' | 'accent';

/** A state in a word, told by its text and not by its colour alone. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={classes('badge', `badge-${tone}`)}>
      <span className="badge-dot" aria-hidden />
      {children}
    </span>
  );
}
