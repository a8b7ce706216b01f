import { loadTypes, type TypesBySlug } from '../content-types/service.ts';
import type { ReleaseCall } from '../platform/call.ts';

/** The types of the release, in a map of the one description's own: what shapes remember of it goes with it. */
export async function typesOf(call: ReleaseCall): Promise<TypesBySlug> {
  return new Map(await loadTypes(call));
}
