import { type ProjectDb, unnarrowed } from './handle.ts';

/** Returns the handle without its caller's grant. dependency-rules.cjs lists the allowed importers with their reasons. */
export function whole<H extends ProjectDb>(db: H): H {
  return db[unnarrowed]();
}

/** Returns the context with a handle without its caller's grant. */
export function withoutGrantFilter<C extends { readonly db: ProjectDb }>(context: C): C {
  return { ...context, db: whole(context.db) };
}
