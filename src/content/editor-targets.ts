import type { EditorTargets } from '../contract/links.ts';
import type { EntryValues } from '../entries/schema.ts';
import { linksIn, type Shape } from '../fields/service.ts';
import { editorTargets, LinkBatch } from '../links/service.ts';
import type { ReleaseCall } from '../platform/call.ts';

/** Everything that drafts point at, published or not, with one question for each kind of target. */
export async function targetsOf(
  call: ReleaseCall,
  items: readonly { type: Shape; values: EntryValues }[],
): Promise<EditorTargets> {
  const wanted = new LinkBatch();
  for (const { type, values } of items) {
    for (const { expected, id } of linksIn(type, values)) wanted.add(expected, id);
  }
  return editorTargets(call, wanted);
}
