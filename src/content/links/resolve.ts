import { groupOf } from '../../contract/events/cache-tags.ts';
import type { FileAsset, Image, Link, TargetKind } from '../../contract/fields/links.ts';
import { earliest } from '../../contract/time.ts';
import type { ProjectContext, Resolved } from '../../core/context/index.ts';
import type { RichtextAnchor } from '../richtext/schema.ts';
import type { LinkBatch } from './link-batch.ts';
import { anchorTo } from './site-address.ts';

/** Read forms of everything that an answer points at; null for what is gone or not live. */
export interface ResolvedTargets {
  image(id: string): Image | null;
  file(id: string): FileAsset | null;
  link(kind: Exclude<TargetKind, 'media'>, id: string): Link | null;
  /** How HTML leads there; null for what no page or path shows. */
  anchor(kind: Exclude<TargetKind, 'media'>, id: string): RichtextAnchor | null;
  /** When the first of these forms stops being true by itself (a signed URL, a scheduled date); null for never. */
  validUntil: Date | null;
}

/** Resolves all that is wanted with one query for each kind of target (specification: read-forms). */
export async function resolveTargets(context: ProjectContext, wanted: LinkBatch): Promise<ResolvedTargets> {
  const links = new Map<TargetKind, Map<string, Link>>();
  let images = new Map<string, Image>();
  let files: ReadonlyMap<string, FileAsset> = new Map();
  let validUntil: Date | null = null;
  for (const kind of wanted.kinds) {
    const ids = wanted.of(kind);
    if (kind === 'media') {
      const resolved = await context.sources.images.resolve(context, ids);
      images = resolved.byId;
      files = resolved.files;
      noteTargets(context, kind, { ids, found: images });
      validUntil = earliest(validUntil, resolved.validUntil);
      continue;
    }
    const source =
      kind === 'entry' ? context.sources.entries : context.sources.links.find((one) => one.kind === kind);
    if (source === undefined) continue;
    const resolved = await source.resolve(context, ids);
    links.set(kind, resolved.byId);
    noteTargets(context, kind, { ids, found: resolved.byId });
    validUntil = earliest(validUntil, resolved.validUntil);
  }
  const link = (kind: TargetKind, id: string) => links.get(kind)?.get(id) ?? null;
  return {
    image: (id) => images.get(id) ?? null,
    file: (id) => files.get(id) ?? null,
    link,
    anchor(kind, id) {
      const found = link(kind, id);
      return found === null ? null : anchorTo(found, context.project.linkPatterns);
    },
    validUntil,
  };
}

/** What is there is noted by its id; of what is not no more than its kind: it may be a draft. */
function noteTargets(
  { cacheTags }: ProjectContext,
  kind: TargetKind,
  { ids, found }: { ids: readonly string[]; found: Resolved<Image | Link>['byId'] },
): void {
  if (cacheTags === undefined) return;
  for (const id of ids) {
    const target = found.get(id);
    if (target === undefined) cacheTags.note(groupOf(kind));
    else if ('content_type' in target && target.content_type !== undefined)
      cacheTags.entry(id, target.content_type);
    else cacheTags.item(kind, id);
  }
}
