import { type ProjectDb, unnarrowed } from './handle.ts';

/**
 * The handle without the narrowing of its caller. The files that may import this stand in dependency-rules.cjs, each with
 * its reason.
 */
export function whole<H extends ProjectDb>(db: H): H {
  return db[unnarrowed]();
}

/** The call with such a handle. */
export function withoutGrantFilter<C extends { readonly db: ProjectDb }>(context: C): C {
  return { ...context, db: whole(context.db) };
}
