import type { ReleaseContext } from '../../../core/context/index.ts';
import type { ReferenceTarget } from './schema.ts';

/** What the reads of one request know of targets: only snapshot reads of what is live, by callers who see all of it. */
export interface TargetMemory {
  /** Those of the ids that need not be read. */
  known(ids: readonly string[]): Map<string, ReferenceTarget>;
  /** Keeps targets for the reads that follow. */
  keep(targets: readonly ReferenceTarget[]): void;
  /** Whether the last list of the type pointed at nothing but known targets: then the page alone is read. */
  expectsAll(type: string): boolean;
  /** Notes whether it did. */
  expect(type: string, isAll: boolean): void;
}

/** Null where each read must look for itself. */
export function targetMemory({ targets, db, project, now }: ReleaseContext): TargetMemory | null {
  if (targets === undefined || db.readsDrafts || db.narrowing !== null) return null;
  const state = { project, now };
  const scope = `${db.projectId} ${db.releaseId} `;
  const listKey = (type: string) => `${scope}list ${type}`;
  return {
    known(ids) {
      const known = new Map<string, ReferenceTarget>();
      for (const id of ids) {
        const row = targets.get(scope + id, state);
        if (row !== undefined) known.set(id, row as ReferenceTarget);
      }
      return known;
    },
    keep(entries) {
      for (const target of entries) targets.set(scope + target.id, target, state);
    },
    expectsAll: (type) => targets.get(listKey(type), state) !== undefined,
    expect(type, isAll) {
      if (isAll) targets.set(listKey(type), {}, state);
      else targets.delete(listKey(type));
    },
  };
}
