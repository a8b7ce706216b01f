import { kindOfId } from '../contract/ids.ts';
import { linkTargetKinds } from '../contract/links.ts';
import { limits } from '../contract/limits.ts';
import { problem } from '../contract/problem.ts';
import { findPlaces } from '../content/service.ts';
import type { ReleaseCall } from '../platform/call.ts';
import type { Uses } from './schema.ts';

/** The 404 of each kind of built-in content. */
const unknown = {
  author: 'unknown_author',
  blog_category: 'unknown_blog_category',
  blog_article: 'unknown_blog_article',
  kb_article: 'unknown_kb_article',
  kb_collection: 'unknown_kb_collection',
  kb_section: 'unknown_kb_section',
} as const;

/**
 * What points at a piece of built-in content, drafts included: entries of the release that is looked at, and articles
 * where that is the default one. The first hundred places.
 * @throws the 404 of its kind, invalid_parameter for an id of another kind
 */
export async function listUses(call: ReleaseCall, id: string): Promise<Uses> {
  const kind = linkTargetKinds.find((one) => one === kindOfId(id));
  if (kind === undefined) {
    const why = 'is no id of an author, a category, an article, a collection or a section';
    throw problem('invalid_parameter', { name: 'itemId', why }, { param: 'itemId' });
  }
  const source = call.sources.links.find((one) => one.kind === kind);
  const existing = await source?.existing(call, [id]);
  if (existing?.has(id) !== true) throw problem(unknown[kind], { slug: id }, { param: 'itemId' });
  const limit = limits.page_size_max;
  const found = await findPlaces(call, { target: id, limit: limit + 1, withoutSelf: true });
  return { data: found.slice(0, limit), has_more: found.length > limit };
}
