import type { ProjectCall } from '../platform/call.ts';
import { plainText } from '../richtext/service.ts';
import { allLinks, type ArticleModule } from './module.ts';
import type { ArticleRecord, ArticleValues } from './schema.ts';
import type { PublishedSnapshot } from '../publishing/schema.ts';
import { storedWords } from '../contract/words.ts';

/** Puts beside an article what lists, searches and look-ups ask for. */
export function articleRecord<V extends ArticleValues>(
  { project }: Pick<ProjectCall, 'project'>,
  module: ArticleModule<V>,
  id: string,
  article: PublishedSnapshot<V>,
): ArticleRecord<V> {
  const { draft, live } = article;
  const liveRefs = live === null ? [] : allLinks(module, live).map((link) => link.id);
  const refs = new Set([...allLinks(module, draft).map((link) => link.id), ...liveRefs]);
  const record: ArticleRecord<V> = {
    ...article,
    _id: id,
    module: module.module,
    slug: draft.slug,
    facets:
      live === null ? [] : [...live.authors.map((author) => `author:${author}`), ...module.facets(live)],
    ...storedWords(live === null ? [] : searchedTexts(module, live)),
    refs: [...refs],
    live_refs: [...new Set(liveRefs)],
  };
  return { ...record, ...module.beside?.(record, project) };
}

/** The texts in which `q` looks (specification: search). */
export function searchedTexts<V extends ArticleValues>(module: ArticleModule<V>, live: V): string[] {
  return [live.title, live.excerpt, ...module.texts(live), plainText(live.body)];
}
