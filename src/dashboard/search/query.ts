import type { Document } from 'mongodb';
import { foldText } from '../../contract/text/fold.ts';
import {
  hasMoreWords,
  hasUnspacedScript,
  maxIndexedChars,
  searchWords,
  wordsFilter,
} from '../../contract/text/words.ts';
import { literalPattern, type ReleaseDb, type Within } from '../../core/mongo/index.ts';
import {
  type Candidate,
  countMatches,
  findByRank,
  findNewest,
  rowsOfRelease,
  wordsRank,
} from './repository.ts';
import { type SearchRecord, titleKeyChars } from './schema.ts';

/** Words in more rows than this count as common. */
const rareMax = 2_000;

type Filter = Within<SearchRecord>;

/** What a search looks for, in the form of the index. */
export interface SearchTerms {
  /** The folded query, with which a title may begin. */
  key: string;
  /** The words that begin a word of a found item; without words that another one begins with. */
  words: readonly string[];
  /** Whether a title can begin with the query without containing its words, as in scripts without spaces. */
  isUnspaced: boolean;
}

export function readTerms(q: string): SearchTerms {
  const words = (searchWords(q) ?? []).map((word) => word.slice(0, maxIndexedChars));
  const distinct = words.filter((word, i) => !words.slice(0, i).some((longer) => longer.startsWith(word)));
  const key = foldText(q.trim()).slice(0, titleKeyChars);
  return { key, words: distinct, isUnspaced: hasUnspacedScript(key) };
}

/**
 * Returns the best matches, at most `max`. Titles that equal the query come first, then titles that begin with it, then
 * titles with all words, then items with all words; within these the latest change comes first. Takes at most three
 * commands: one counts how common each word is, and rare words are found by index, common ones among the newest rows.
 */
export async function findCandidates(
  db: ReleaseDb,
  terms: SearchTerms,
  { kinds, max }: { kinds: readonly string[] | null; max: number },
): Promise<Candidate[]> {
  const { key, words, isUnspaced } = terms;
  if (key === '') return [];
  const scope = rowsOfRelease(db);
  const base = kinds === null ? scope : { ...scope, kind: { $in: kinds } };
  const rank = rankOf(terms);
  const beginsTitle = { title_key: { $regex: `^${literalPattern(key)}` } };
  if (words.length === 0)
    return findByRank(db, { ...base, ...beginsTitle } as Filter, { rank, max, index: 'title_key' });
  const { inItem, inTitle, isRare, isRareInTitles } = await countWords(db, words);
  const orTitle = (filter: object) => (isUnspaced ? { $or: [beginsTitle, filter] } : filter);
  if (isRare) {
    const filter = { $and: [base, orTitle(inItem)] } as Filter;
    return findByRank(db, filter, { rank, max, index: isUnspaced ? null : 'words' });
  }
  const titles = await findByRank(
    db,
    { $and: [base, orTitle(inTitle)] },
    {
      rank,
      max,
      index: isUnspaced || !isRareInTitles ? null : 'title_words',
    },
  );
  if (titles.length >= max) return titles;
  const others = { $and: [base, inItem, { $nor: [orTitle(inTitle)] }] } as Filter;
  return [...titles, ...(await findNewest(db, others, { rank: wordsRank, max: max - titles.length }))];
}

/** Counts how common the words are, and returns the conditions on items and titles that contain all of them. */
async function countWords(db: ReleaseDb, words: readonly string[]) {
  const scope = rowsOfRelease(db);
  const filters = [
    ...words.map((word) => ({ ...scope, words: { $regex: `^${word}` } })),
    ...words.map((word) => ({ ...scope, title_words: { $regex: `^${word}` } })),
    { ...scope, ...hasMoreWords },
  ];
  const counts = await countMatches(db, filters, rareMax);
  const itemCounts = counts.slice(0, words.length);
  const titleCounts = counts.slice(words.length, -1);
  return {
    inItem: wordsFilter(rarestFirst(words, itemCounts), (counts.at(-1) ?? 0) > 0),
    inTitle: titleFilter(rarestFirst(words, titleCounts)),
    isRare: Math.min(...itemCounts) < rareMax,
    isRareInTitles: Math.min(...titleCounts) < rareMax,
  };
}

function rarestFirst(words: readonly string[], counts: readonly number[]): string[] {
  return words
    .map((word, i) => ({ word, count: counts[i] ?? 0 }))
    .sort((a, b) => a.count - b.count)
    .map(({ word }) => word);
}

function titleFilter(words: readonly string[]) {
  return { $and: words.map((word) => ({ title_words: { $regex: `^${word}` } })) };
}

/** The expression of a row's rank. */
function rankOf({ key, words }: SearchTerms): Document {
  const begins = (text: string, start: string) => ({
    $eq: [{ $indexOfBytes: [text, { $literal: start }] }, 0],
  });
  const hasWord = (word: string) => ({
    $anyElementTrue: [{ $map: { input: '$title_words', in: begins('$$this', word) } }],
  });
  return {
    $switch: {
      branches: [
        { case: { $eq: ['$title_key', { $literal: key }] }, then: { $literal: 0 } },
        { case: begins('$title_key', key), then: { $literal: 1 } },
        ...(words.length === 0 ? [] : [{ case: { $and: words.map(hasWord) }, then: { $literal: 2 } }]),
      ],
      default: { $literal: wordsRank },
    },
  };
}
