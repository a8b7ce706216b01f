import type { ProjectContext } from '../../../core/context/index.ts';
import { plainText } from '../../../content/index.ts';
import { allLinks, type ArticleModule } from '../module.ts';
import type { ArticleRecord, ArticleValues } from './schema.ts';
import { liveReferenceName } from '../../../contract/fields/links.ts';
import type { PublishableItem } from '../../../lifecycle/index.ts';
import { storedWords } from '../../../contract/text/words.ts';

/** Adds the fields that lists, searches and lookups query. */
export function articleRecord<V extends ArticleValues>(
  { project }: Pick<ProjectContext, 'project'>,
  module: ArticleModule<V>,
  id: string,
  article: PublishableItem<V>,
): ArticleRecord<V> {
  const { draft, live, pending } = article;
  const linksIn = (values: V | undefined | null) => (values == null ? [] : allLinks(module, values));
  const liveLinks = linksIn(live);
  const allLinkTargets = [...linksIn(draft), ...liveLinks, ...linksIn(pending?.values)];
  const record: ArticleRecord<V> = {
    ...article,
    _id: id,
    module: module.module,
    slug: draft.slug,
    facets:
      live === null ? [] : [...live.authors.map((author) => `author:${author}`), ...module.facets(live)],
    ...storedWords(live === null ? [] : searchedTexts(module, live)),
    refs: [...new Set(allLinkTargets.map(({ id }) => id))],
    live_refs: [...new Set(liveLinks.map(liveReferenceName))],
  };
  return { ...record, ...module.derivedKeys?.(record, project) };
}

/** The texts that `q` searches (specification: search). */
export function searchedTexts<V extends ArticleValues>(module: ArticleModule<V>, live: V): string[] {
  return [live.title, live.excerpt, ...module.texts(live), plainText(live.body)];
}
