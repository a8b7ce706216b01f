import {
  articles,
  type ArticleValues,
  authors,
  blogArticle,
  categories,
  kbArticle,
  searchedTexts,
  sortName,
} from '../../modules/index.ts';
import { deriveAgain, entries, media } from '../../content/index.ts';
import { storedWords } from '../../contract/text/words.ts';
import { type Migration, type Renewal, renewRows, type SystemDb } from '../../core/mongo/index.ts';

/** Runs `rebuildSearchText` on the whole database. The number grows with each change of the text folding. */
export const foldMigration: Migration = {
  number: 2,
  name: 'fold texts again',
  reads: [entries.name, articles.name, authors.name, categories.name, media.name],
  run: (system) => rebuildSearchText(system),
};

/**
 * Rebuilds everything that is stored of folded texts: derived keys of entries, sort names of authors and categories,
 * and words of articles and assets (docs/architecture/decisions/0101-text-folding.md). With `projectId` only those of
 * one project.
 */
export async function rebuildSearchText(system: SystemDb, projectId?: string): Promise<void> {
  await deriveAgain(system, projectId);
  const within = projectId === undefined ? {} : { project_id: projectId };
  const renewals: Renewal[] = [
    { ...articleWords(blogArticle), filter: { module: 'blog' } },
    { ...articleWords(kbArticle), filter: { module: 'kb' } },
    assetWords,
    ...[authors, categories].map((collection) => ({ collection, ...sortNames })),
  ];
  for (const renewal of renewals)
    await renewRows(system, { ...renewal, filter: { ...renewal.filter, ...within } });
}

function articleWords<V extends ArticleValues>(module: Parameters<typeof searchedTexts<V>>[0]): Renewal {
  return {
    collection: articles,
    inputKeys: ['live'],
    derivedKeys: ['words', 'more_words'],
    derive: ({ live }) => ({ ...storedWords(live === null ? [] : searchedTexts(module, live as V)) }),
  };
}

const assetWords: Renewal = {
  collection: media,
  inputKeys: ['file_name', 'alt'],
  derivedKeys: ['words', 'more_words'],
  derive: ({ file_name: name, alt }) => ({ ...storedWords([String(name), String(alt)]) }),
};

const sortNames: Pick<Renewal, 'inputKeys' | 'derivedKeys' | 'derive'> = {
  inputKeys: ['name'],
  derivedKeys: ['sort_name'],
  derive: ({ name }) => ({ sort_name: sortName(String(name)) }),
};
