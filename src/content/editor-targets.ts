import type { EditorTargets } from '../contract/links.ts';
import type { TypeRecord } from '../content-types/schema.ts';
import type { EntryValues } from '../entries/schema.ts';
import { fieldKindOf } from '../fields/service.ts';
import { editorTargets, LinkBatch } from '../links/service.ts';
import type { ReleaseCall } from '../platform/call.ts';

/** Everything that drafts point at, published or not, with one question for each kind of target. */
export async function targetsOf(
  call: ReleaseCall,
  items: readonly { type: TypeRecord; values: EntryValues }[],
): Promise<EditorTargets> {
  const wanted = new LinkBatch();
  for (const { type, values } of items) {
    for (const field of type.fields) {
      const value = values[field.key];
      if (value === undefined) continue;
      for (const { expected, id } of fieldKindOf(field).links?.(value, field, field.key) ?? [])
        wanted.add(expected, id);
    }
  }
  return editorTargets(call, wanted);
}
