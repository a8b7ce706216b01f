import type { EditorTargets } from '../contract/links.ts';
import type { TypeRecord } from '../content-types/schema.ts';
import type { Values } from '../entries/schema.ts';
import { kindOf } from '../fields/service.ts';
import { editorTargets, Wanted } from '../links/service.ts';
import type { ReleaseCall } from '../platform/call.ts';

/** Everything that drafts point at, published or not, with one question for each kind of target. */
export async function targetsOf(
  call: ReleaseCall,
  items: readonly { type: TypeRecord; values: Values }[],
): Promise<EditorTargets> {
  const wanted = new Wanted();
  for (const { type, values } of items) {
    for (const field of type.fields) {
      const value = values[field.key];
      if (value === undefined) continue;
      for (const { expected, id } of kindOf(field).links?.(value, field, field.key) ?? [])
        wanted.add(expected, id);
    }
  }
  return editorTargets(call, wanted);
}
