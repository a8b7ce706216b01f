import type { EditorTargets, TargetKind } from '../../contract/fields/links.ts';
import { type ProjectContext, withDrafts } from '../../core/context/index.ts';
import type { LinkBatch } from './link-batch.ts';
import { resolveTargets } from './resolve.ts';

/** What drafts point at, published or not, with one question for each kind of target. */
export async function editorTargets(context: ProjectContext, wanted: LinkBatch): Promise<EditorTargets> {
  const targets = await resolveTargets(withDrafts(context), wanted);
  const found: EditorTargets = {};
  for (const kind of wanted.kinds) {
    const ids = wanted.of(kind);
    const existing = await existingOf(context, kind, ids);
    for (const id of ids) {
      const link = kind === 'media' ? null : targets.link(kind, id);
      const image = kind === 'media' ? targets.image(id) : null;
      const file = kind === 'media' ? targets.file(id) : null;
      if (link === null && image === null) continue;
      const known = existing.get(id);
      found[id] = {
        kind,
        title: link?.title ?? image?.alt ?? '',
        slug: link?.slug ?? null,
        live: kind === 'media' ? image?.url !== null : (known?.live ?? false),
        content_type: known?.contentType ?? null,
        image,
        ...(file === null ? {} : { file_name: file.file_name }),
      };
    }
  }
  return found;
}

function existingOf({ sources, ...context }: ProjectContext, kind: TargetKind, ids: readonly string[]) {
  if (kind === 'media') return sources.images.existing({ ...context, sources }, ids);
  if (kind === 'entry') return sources.entries.existing({ ...context, sources }, ids);
  const source = sources.links.find((one) => one.kind === kind);
  return source?.existing({ ...context, sources }, ids) ?? Promise.resolve(new Map<string, never>());
}
