import type { SearchKind } from '../../../contract/search.ts';
import { articleSource } from './articles.ts';
import { entrySource } from './entries.ts';
import { mediaSource } from './media.ts';
import type { SearchSource } from './source.ts';
import { termSources } from './terms.ts';

/** Everything that the search finds. */
export const searchSources: readonly SearchSource[] = [
  entrySource,
  articleSource,
  ...termSources,
  mediaSource,
];

const byKind = new Map<SearchKind, SearchSource>(
  searchSources.flatMap((source) => source.kinds.map((kind) => [kind, source] as const)),
);

/** The source of a kind. @throws Error if no source has the kind, which is a bug */
export function sourceOfKind(kind: SearchKind): SearchSource {
  const source = byKind.get(kind);
  if (source === undefined) throw new Error(`nothing searches ${kind}`);
  return source;
}

/** The source with a collection's name. */
export function sourceOfCollection(name: string): SearchSource | undefined {
  return searchSources.find(({ collection }) => collection.name === name);
}
