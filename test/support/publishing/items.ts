import { applyChange, type StateChange, newItem } from '../../../src/lifecycle/publishing/state-machine.ts';
import type { PublishableItem } from '../../../src/lifecycle/publishing/schema.ts';

export type Values = Record<string, number>;
export type Item = PublishableItem<Values>;

export const now = new Date('2026-11-20T12:00:00Z');
export const past = new Date('2026-11-01T00:00:00Z');
export const future = new Date('2026-12-01T00:00:00Z');
export const later = new Date('2026-12-02T00:00:00Z');

export function change(values: Values, more: Partial<StateChange<Values>> = {}): StateChange<Values> {
  return { merge: (before) => ({ ...before, ...values }), publish: undefined, ...more };
}

/** An item after writes made before `now`. */
function made(...changes: StateChange<Values>[]): Item {
  const at = (i: number) => new Date(past.getTime() + i * 60_000);
  return changes.reduce((item, one, i) => applyChange(item, one, at(i)).after, newItem<Values>({}, at(0)));
}

export const draft = made(change({ a: 1 }));
export const published = made(change({ a: 1 }, { publish: true }));
export const scheduled = made(change({ a: 1 }, { publish: true, publishedAt: future }));
export const overdue: Item = { ...scheduled, live_at: past, published_at: past };
export const hidden = made(change({ a: 1 }, { publish: true }), change({}, { publish: false }));
export const drifted = made(change({ a: 1, b: 1 }, { publish: true }), change({ a: 2 }, { draftOnly: true }));
