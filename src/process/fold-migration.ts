import { searchedTexts } from '../articles/derive.ts';
import { articles } from '../articles/repository.ts';
import type { ArticleValues } from '../articles/schema.ts';
import { authors } from '../authors/repository.ts';
import { blogArticle } from '../blog/article.ts';
import { categories } from '../blog/repository.ts';
import { allTypes } from '../content-types/repository.ts';
import type { TypeRecord } from '../content-types/schema.ts';
import { storedWords } from '../contract/words.ts';
import { entries } from '../entries/repository.ts';
import type { EntryValues } from '../entries/schema.ts';
import { indexOf } from '../entries/service.ts';
import { kbArticle } from '../kb/articles/module.ts';
import { media } from '../media/repository.ts';
import type { SystemDb } from '../platform/mongo/handle.ts';
import { type Renewal, renewRows } from '../platform/mongo/renew.ts';
import type { Migration } from '../platform/mongo/set-up.ts';
import { sortName } from '../taxonomy/service.ts';

/** Runs `foldTexts` over the whole database. The number grows with each change of the fold. */
export const foldAnew: Migration = {
  number: 2,
  name: 'fold texts again',
  run: (system) => foldTexts(system),
};

/**
 * Makes again what is stored of folded texts: the rows that entries are filtered by, the keys that they are sorted by,
 * the names by which authors and categories are, and the words of articles and assets (decision 0101). With a project
 * only what is stored of it.
 */
export async function foldTexts(system: SystemDb, projectId?: string): Promise<void> {
  const within = projectId === undefined ? {} : { project_id: projectId };
  const renewals: Renewal[] = [
    entryIndexes(system),
    { ...articleWords(blogArticle), filter: { module: 'blog' } },
    { ...articleWords(kbArticle), filter: { module: 'kb' } },
    assetWords,
    ...[authors, categories].map((collection) => ({ collection, ...namesInOrder })),
  ];
  for (const renewal of renewals)
    await renewRows(system, { ...renewal, filter: { ...renewal.filter, ...within } });
}

function entryIndexes(system: SystemDb): Renewal {
  const types = new Map<string, Promise<TypeRecord | null>>();
  const typeOf = (id: string) => {
    const found = types.get(id) ?? allTypes(system).findOne({ _id: id });
    types.set(id, found);
    return found;
  };
  return {
    collection: entries,
    filter: { live: { $ne: null } },
    needs: ['release_id', 'type', 'live'],
    makes: ['facets', 'sorts'],
    async parts({ release_id: release, type: slug, live }) {
      const type = await typeOf(`${String(release)}/${String(slug)}`);
      // Types from before sorts had indexes have none.
      return type === null || !('sort_slots' in type) ? null : { ...indexOf(type, live as EntryValues) };
    },
  };
}

function articleWords<V extends ArticleValues>(module: Parameters<typeof searchedTexts<V>>[0]): Renewal {
  return {
    collection: articles,
    needs: ['live'],
    makes: ['words', 'more_words'],
    parts: ({ live }) => ({ ...storedWords(live === null ? [] : searchedTexts(module, live as V)) }),
  };
}

const assetWords: Renewal = {
  collection: media,
  needs: ['file_name', 'alt'],
  makes: ['words', 'more_words'],
  parts: ({ file_name: name, alt }) => ({ ...storedWords([String(name), String(alt)]) }),
};

const namesInOrder: Pick<Renewal, 'needs' | 'makes' | 'parts'> = {
  needs: ['name'],
  makes: ['sort_name'],
  parts: ({ name }) => ({ sort_name: sortName(String(name)) }),
};
