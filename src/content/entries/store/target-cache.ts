import type { ReleaseContext } from '../../../core/context/index.ts';
import type { ReferenceTarget } from './schema.ts';

/** Cached targets of one request. Only reads of live snapshots by callers who see everything use them. */
export interface TargetMemory {
  /** The cached targets among the ids. */
  find(ids: readonly string[]): Map<string, ReferenceTarget>;
  store(targets: readonly ReferenceTarget[]): void;
  /** Whether the last list of the type referred only to cached targets. Then the page is read without its targets. */
  expectsAll(type: string): boolean;
  /** Stores the value of `expectsAll`. */
  expect(type: string, isAll: boolean): void;
}

/** Returns null if reads must not use the cache. */
export function targetMemory({ targets, db, project, now }: ReleaseContext): TargetMemory | null {
  if (targets === undefined || !db.readsLive || db.readsLocaleRows || db.narrowing !== null) return null;
  const state = { project, now };
  const scope = `${db.projectId} ${db.releaseId} `;
  const listKey = (type: string) => `${scope}list ${type}`;
  return {
    find(ids) {
      const cachedTargets = new Map<string, ReferenceTarget>();
      for (const id of ids) {
        const row = targets.get(scope + id, state);
        if (row !== undefined) cachedTargets.set(id, row as ReferenceTarget);
      }
      return cachedTargets;
    },
    store(entries) {
      for (const target of entries) targets.set(scope + target.id, target, state);
    },
    expectsAll: (type) => targets.get(listKey(type), state) !== undefined,
    expect(type, isAll) {
      if (isAll) targets.set(listKey(type), {}, state);
      else targets.delete(listKey(type));
    },
  };
}
