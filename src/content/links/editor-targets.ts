import type { EditorTargets, TargetKind } from '../../contract/fields/links.ts';
import { type ProjectContext, withDrafts } from '../../core/context/index.ts';
import type { LinkBatch } from './link-batch.ts';
import { resolveTargets } from './resolve.ts';

/** Resolves the targets of drafts, published or not, with one query for each kind of target. */
export async function editorTargets(context: ProjectContext, batch: LinkBatch): Promise<EditorTargets> {
  const targets = await resolveTargets(withDrafts(context), batch);
  const editorTargetsById: EditorTargets = {};
  for (const kind of batch.kinds) {
    const ids = batch.of(kind);
    const existingTargets = await findTargets(context, kind, ids);
    for (const id of ids) {
      const link = kind === 'media' ? null : targets.link(kind, id);
      const image = kind === 'media' ? targets.image(id) : null;
      const file = kind === 'media' ? targets.file(id) : null;
      if (link === null && image === null) continue;
      const target = existingTargets.get(id);
      editorTargetsById[id] = {
        kind,
        title: link?.title ?? image?.alt ?? '',
        slug: link?.slug ?? null,
        live: kind === 'media' ? image?.url !== null : (target?.live ?? false),
        content_type: target?.contentType ?? null,
        image,
        ...(file === null ? {} : { file_name: file.file_name }),
      };
    }
  }
  return editorTargetsById;
}

function findTargets({ sources, ...context }: ProjectContext, kind: TargetKind, ids: readonly string[]) {
  if (kind === 'media') return sources.images.existing({ ...context, sources }, ids);
  if (kind === 'entry') return sources.entries.existing({ ...context, sources }, ids);
  const source = sources.links.find((candidate) => candidate.kind === kind);
  return source?.existing({ ...context, sources }, ids) ?? Promise.resolve(new Map<string, never>());
}
