import { clip } from '../../../contract/text/clip.ts';
import { foldText } from '../../../contract/text/fold.ts';
import { maxIndexedChars, storedWords, wordsOf } from '../../../contract/text/words.ts';
import { outsideReleases } from '../repository.ts';
import { type SearchRecord, titleKeyChars } from '../schema.ts';
import type { SearchedItem, SearchSource } from '../sources/source.ts';
import type { OwnedRow } from './index-repository.ts';

/** Characters of a title and of the other texts that the index stores as they are. */
const titleChars = 500;
const textChars = 50_000;

/** The id of the index row of a source's row. */
export function searchRowIdOf({ collection }: Pick<SearchSource, 'collection'>, rowId: string): string {
  return `${collection.name}/${rowId}`;
}

/** Builds the index row of an item. */
export function searchRecord(source: SearchSource, row: OwnedRow, item: SearchedItem): SearchRecord {
  const { kind, id, type, title, texts } = item;
  const { words, more_words } = storedWords([title, ...texts]);
  return {
    _id: searchRowIdOf(source, row._id),
    release: row.release_id ?? outsideReleases,
    kind,
    id,
    type,
    title: clip(title, titleChars),
    title_key: startOf(foldText(title), titleKeyChars),
    title_words: wordsOf([title.slice(0, titleChars)]).map((word) => word.slice(0, maxIndexedChars)),
    words,
    more_words,
    text: startOf(texts.filter((text) => text !== '').join('\n'), textChars),
    updated_at: row.updated_at,
  };
}

function startOf(text: string, chars: number): string {
  const start = text.slice(0, chars);
  return start.isWellFormed() ? start : start.slice(0, -1);
}
