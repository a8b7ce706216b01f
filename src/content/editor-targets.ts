import type { TargetKind } from '../contract/links.ts';
import type { TypeRecord } from '../content-types/schema.ts';
import type { Values } from '../entries/schema.ts';
import { kindOf } from '../fields/service.ts';
import { resolveTargets, Wanted } from '../links/service.ts';
import type { ReleaseCall } from '../platform/call.ts';
import type { EditorTarget } from './editor-schema.ts';

/** Everything that drafts point at, published or not, with one question for each kind of target. */
export async function targetsOf(
  call: ReleaseCall,
  items: readonly { type: TypeRecord; values: Values }[],
): Promise<Record<string, EditorTarget>> {
  const wanted = new Wanted();
  for (const { type, values } of items) {
    for (const field of type.fields) {
      const value = values[field.key];
      if (value === undefined) continue;
      for (const { expected, id } of kindOf(field).links?.(value, field, field.key) ?? [])
        wanted.add(expected, id);
    }
  }
  return resolveAll(call, wanted);
}

async function resolveAll(call: ReleaseCall, wanted: Wanted): Promise<Record<string, EditorTarget>> {
  const targets = await resolveTargets({ ...call, db: call.db.withDrafts() }, wanted);
  const found: Record<string, EditorTarget> = {};
  for (const kind of wanted.kinds) {
    const ids = wanted.of(kind);
    const existing = await existingOf(call, kind, ids);
    for (const id of ids) {
      const link = kind === 'media' ? null : targets.link(kind, id);
      const image = kind === 'media' ? targets.image(id) : null;
      if (link === null && image === null) continue;
      const known = existing.get(id);
      found[id] = {
        kind,
        title: link?.title ?? image?.alt ?? '',
        slug: link?.slug ?? null,
        live: kind === 'media' ? image?.url !== null : (known?.live ?? false),
        content_type: known?.contentType ?? null,
        image,
      };
    }
  }
  return found;
}

function existingOf({ sources, ...call }: ReleaseCall, kind: TargetKind, ids: readonly string[]) {
  if (kind === 'media') return sources.images.existing({ ...call, sources }, ids);
  if (kind === 'entry') return sources.entries.existing({ ...call, sources }, ids);
  const source = sources.links.find((one) => one.kind === kind);
  return source?.existing({ ...call, sources }, ids) ?? Promise.resolve(new Map<string, never>());
}
