import { apiError } from '../../contract/errors/api-error.ts';
import type { TargetKind } from '../../contract/fields/links.ts';
import { idPrefixes } from '../../contract/id-prefixes.ts';
import { editorTargets, LinkBatch } from '../../content/index.ts';
import type { ProjectContext } from '../../core/context/index.ts';
import type { PreviewedItem } from './schema.ts';

/** The kinds of items that pages show, with the kind of links to them. */
const kinds = [
  'entry',
  'blog_article',
  'kb_article',
  'author',
  'blog_category',
  'kb_collection',
  'kb_section',
] as const satisfies readonly TargetKind[];

/** @throws unknown_preview_item, also for an item that the caller can't read */
export async function findPreviewedItem(context: ProjectContext, id: string): Promise<PreviewedItem> {
  const kind = kinds.find((candidate) => id.startsWith(`${idPrefixes[candidate]}_`));
  const batch = new LinkBatch();
  if (kind !== undefined) batch.add(kind, id);
  const target = (await editorTargets(context, batch))[id];
  if (kind === undefined || target === undefined)
    throw apiError('unknown_preview_item', {}, { param: 'itemId' });
  return { id, kind, title: target.title, content_type: target.content_type };
}
