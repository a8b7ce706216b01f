import type { Document } from 'mongodb';
import type { RowView } from '../../core/mongo/index.ts';
import { changeDue, changeNotDue } from './conditions.ts';

/** Compares values regardless of the order of their keys, as `dueChange` does. */
const differs = {
  $not: [{ $setEquals: [pairsOf('$live'), pairsOf('$pending.values')] }],
};

function pairsOf(values: string): Document {
  return { $objectToArray: { $ifNull: [values, {}] } };
}

function ifDiffers(value: unknown, path: string): Document {
  return { $cond: [differs, value, `$${path}`] };
}

/**
 * Items as readers will see them at a time, if nobody writes until then: scheduled changes that are due by then are
 * applied as by `dueChange`. Starts and ends need no stage, because reads compare the dates with the time.
 * @param derived - further stages, for keys that a module derives from live values
 */
export function itemsAsOf(at: Date, derived: readonly Document[] = []): RowView {
  const nextRevision = { $add: ['$revision', 1] };
  const apply = {
    $set: {
      live: '$pending.values',
      revision: ifDiffers(nextRevision, 'revision'),
      live_revision: ifDiffers(nextRevision, 'live_revision'),
      updated_at: ifDiffers('$pending.at', 'updated_at'),
      live_updated_at: ifDiffers('$pending.at', 'live_updated_at'),
    },
  };
  return { stages: [apply, ...derived], applies: { to: changeDue(at), notTo: changeNotDue(at) } };
}
