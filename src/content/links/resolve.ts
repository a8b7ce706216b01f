import { groupOf } from '../../contract/events/cache-tags.ts';
import type { FileAsset, Image, Link, TargetKind } from '../../contract/fields/links.ts';
import { earliest } from '../../contract/time.ts';
import type { ProjectContext, Resolved } from '../../core/context/index.ts';
import type { RichtextAnchor } from '../richtext/schema.ts';
import type { LinkBatch } from './link-batch.ts';
import { anchorTo } from './site-address.ts';

/** Served forms of the link targets of a response; null for targets that are deleted or not live. */
export interface ResolvedTargets {
  image(id: string): Image | null;
  file(id: string): FileAsset | null;
  link(kind: Exclude<TargetKind, 'media'>, id: string): Link | null;
  /** The link in HTML; null for targets without a page or API path. */
  anchor(kind: Exclude<TargetKind, 'media'>, id: string): RichtextAnchor | null;
  /** Time at which the first served form changes without a write (a signed URL or scheduled date); null for never. */
  validUntil: Date | null;
}

/** Resolves the ids of a batch with one query for each kind of target (specification: read-forms). */
export async function resolveTargets(context: ProjectContext, batch: LinkBatch): Promise<ResolvedTargets> {
  const links = new Map<TargetKind, Map<string, Link>>();
  let images = new Map<string, Image>();
  let files: ReadonlyMap<string, FileAsset> = new Map();
  let validUntil: Date | null = null;
  for (const kind of batch.kinds) {
    const ids = batch.of(kind);
    if (kind === 'media') {
      const resolved = await context.sources.images.resolve(context, ids);
      images = resolved.byId;
      files = resolved.files;
      tagTargets(context, kind, { ids, targets: images });
      validUntil = earliest(validUntil, resolved.validUntil);
      continue;
    }
    const source =
      kind === 'entry'
        ? context.sources.entries
        : context.sources.links.find((candidate) => candidate.kind === kind);
    if (source === undefined) continue;
    const resolved = await source.resolve(context, ids);
    links.set(kind, resolved.byId);
    tagTargets(context, kind, { ids, targets: resolved.byId });
    validUntil = earliest(validUntil, resolved.validUntil);
  }
  const link = (kind: TargetKind, id: string) => links.get(kind)?.get(id) ?? null;
  return {
    image: (id) => images.get(id) ?? null,
    file: (id) => files.get(id) ?? null,
    link,
    anchor(kind, id) {
      const target = link(kind, id);
      return target === null ? null : anchorTo(target, context.project.linkPatterns);
    },
    validUntil,
  };
}

/** Adds cache tags: the id of each target, or only the kind if there is no target, because it may be a draft. */
function tagTargets(
  { cacheTags }: ProjectContext,
  kind: TargetKind,
  { ids, targets }: { ids: readonly string[]; targets: Resolved<Image | Link>['byId'] },
): void {
  if (cacheTags === undefined) return;
  for (const id of ids) {
    const target = targets.get(id);
    if (target === undefined) cacheTags.note(groupOf(kind));
    else if ('content_type' in target && target.content_type !== undefined)
      cacheTags.entry(id, target.content_type);
    else cacheTags.item(kind, id);
  }
}
