import type { Within } from '../../../core/mongo/index.ts';
import type { EntryRecord } from '../store/schema.ts';

export type Condition = Within<EntryRecord>;

export type SnapshotCondition = (snapshot: 'live' | 'draft') => Condition;

/** A filter as conditions on the stored entry. */
export interface PlannedFilter {
  /** The condition on the facet index; null if every entry must be examined. */
  facet: Condition | null;
  /** The whole filter as a condition on the values of a snapshot. */
  plain: SnapshotCondition;
  /** Whether `facet` finds nothing else than `plain`. Facets of texts are folded, so they find more. */
  isExact: boolean;
  /** How many entries filters of this kind usually leave; lower is fewer. */
  rank: number;
  param: string;
}

export const ranks = { exact: 0, choice: 1, range: 2, boolean: 3, linear: 4 } as const;

export type Plan = Omit<PlannedFilter, 'param'>;
