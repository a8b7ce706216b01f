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
import { deriveAgain, media } from '../../content/index.ts';
import { storedWords } from '../../contract/text/words.ts';
import { type Migration, type Renewal, renewRows, type SystemDb } from '../../core/mongo/index.ts';

/** Runs `rebuildSearchText` over the whole database. The number grows with each change of the fold. */
export const foldAnew: Migration = {
  number: 2,
  name: 'fold texts again',
  run: (system) => rebuildSearchText(system),
};

/**
 * Makes again what is stored of folded texts: the derived keys of entries, the names by which authors and categories are
 * sorted, and the words of articles and assets (docs/architecture/decisions/0101-text-folding.md). With a project only what is stored of it.
 */
export async function rebuildSearchText(system: SystemDb, projectId?: string): Promise<void> {
  await deriveAgain(system, projectId);
  const within = projectId === undefined ? {} : { project_id: projectId };
  const renewals: Renewal[] = [
    { ...articleWords(blogArticle), filter: { module: 'blog' } },
    { ...articleWords(kbArticle), filter: { module: 'kb' } },
    assetWords,
    ...[authors, categories].map((collection) => ({ collection, ...namesInOrder })),
  ];
  for (const renewal of renewals)
    await renewRows(system, { ...renewal, filter: { ...renewal.filter, ...within } });
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
