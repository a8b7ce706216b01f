import { diffArrays } from 'diff';
import { type Unit, wordsIn } from './units.ts';

/** Similarity of words above which two units are versions of each other. */
const similarityMin = 0.5;
/** Words that are compared in one gap. Larger gaps compare units near the diagonal. */
const comparedWordsMax = 500_000;
/** Cells of the table that aligns a gap. Units of larger gaps match only if they are equal. */
const cellsMax = 4_000_000;
/** Moved units up to which the longest common subsequence is computed. */
const editsMax = 600;

/** For each unit of the base, the position of its version in the other document; -1 if it was removed. */
export type Matches = readonly number[];

/**
 * Matches the units of a document with those of its base, in order: equal ones, then similar ones of one type between
 * these, then single ones of one type that are left between two matches.
 */
export function matchUnits(base: readonly Unit[], side: readonly Unit[]): Matches {
  const matches = matchEqual(base, side);
  const words = new WordIds();
  for (const gap of gapsOf(matches, side.length)) matchSimilar(matches, { base, side, gap, words });
  for (const { baseStart, baseEnd, sideStart, sideEnd } of gapsOf(matches, side.length)) {
    const isSingle = baseEnd - baseStart === 1 && sideEnd - sideStart === 1;
    if (isSingle && base[baseStart]?.node.type === side[sideStart]?.node.type) matches[baseStart] = sideStart;
  }
  return matches;
}

/** Matches a longest common subsequence. Units that only one document contains are left out of the computation. */
function matchEqual(base: readonly Unit[], side: readonly Unit[]): number[] {
  const matches = base.map(() => -1);
  let start = 0;
  while (start < base.length && start < side.length && base[start]?.key === side[start]?.key)
    matches[start] = start++;
  let baseEnd = base.length;
  let sideEnd = side.length;
  while (baseEnd > start && sideEnd > start && base[baseEnd - 1]?.key === side[sideEnd - 1]?.key)
    matches[(baseEnd -= 1)] = sideEnd -= 1;
  const common = (units: readonly Unit[], end: number, others: readonly Unit[], othersEnd: number) => {
    const otherKeys = new Set(others.slice(start, othersEnd).map(({ key }) => key));
    return Array.from({ length: end - start }, (_, i) => start + i).filter((i) =>
      otherKeys.has(units[i]?.key ?? ''),
    );
  };
  const baseIndexes = common(base, baseEnd, side, sideEnd);
  const sideIndexes = common(side, sideEnd, base, baseEnd);
  const changes = diffArrays(
    baseIndexes.map((i) => base[i]?.key),
    sideIndexes.map((i) => side[i]?.key),
    { maxEditLength: editsMax },
  );
  let baseAt = 0;
  let sideAt = 0;
  for (const { added, removed, count } of (changes as ReturnType<typeof diffArrays> | undefined) ?? []) {
    for (let i = 0; i < count && !added && !removed; i += 1)
      matches[baseIndexes[baseAt + i] ?? -1] = sideIndexes[sideAt + i] ?? -1;
    if (!added) baseAt += count;
    if (!removed) sideAt += count;
  }
  return matches;
}

/** Unmatched units between two matches; ends are exclusive. */
interface Gap {
  baseStart: number;
  baseEnd: number;
  sideStart: number;
  sideEnd: number;
}

/** The gaps that contain units of both documents. */
function gapsOf(matches: Matches, sideLength: number): Gap[] {
  const gaps: Gap[] = [];
  let baseStart = 0;
  let sideStart = 0;
  for (let i = 0; i <= matches.length; i += 1) {
    const match = i === matches.length ? sideLength : (matches[i] ?? -1);
    if (match === -1) continue;
    if (i > baseStart && match > sideStart) gaps.push({ baseStart, baseEnd: i, sideStart, sideEnd: match });
    baseStart = i + 1;
    sideStart = match + 1;
  }
  return gaps;
}

interface GapMatching {
  base: readonly Unit[];
  side: readonly Unit[];
  gap: Gap;
  words: WordIds;
}

/** Matches the units of a gap in order so that the sum of their similarities is greatest. */
function matchSimilar(matches: number[], { base, side, gap, words }: GapMatching): void {
  const { baseStart, sideStart } = gap;
  const rows = gap.baseEnd - baseStart;
  const columns = gap.sideEnd - sideStart;
  if (rows * columns > cellsMax) return;
  const wordCount = words.count(base.slice(baseStart, gap.baseEnd));
  const reach = Math.max(1, Math.floor(comparedWordsMax / (4 * wordCount + 1)));
  const width = columns + 1;
  const best = new Float64Array((rows + 1) * width); // of the units from a row and a column on
  const pairs = new Uint8Array((rows + 1) * width);
  for (let row = rows - 1; row >= 0; row -= 1) {
    const unit = base[baseStart + row];
    const diagonal = Math.round((row * columns) / rows);
    for (let column = columns - 1; column >= 0; column -= 1) {
      const at = row * width + column;
      const skipped = Math.max(best[at + width] ?? 0, best[at + 1] ?? 0);
      best[at] = skipped;
      if (column < diagonal - reach || column > diagonal + reach) continue;
      const similarity = words.similarity(unit, side[sideStart + column]);
      const paired = similarity + (best[at + width + 1] ?? 0);
      if (similarity <= similarityMin || paired < skipped) continue;
      best[at] = paired;
      pairs[at] = 1;
    }
  }
  for (let row = 0, column = 0; row < rows && column < columns;) {
    const at = row * width + column;
    if (pairs[at] === 1) matches[baseStart + row++] = sideStart + column++;
    else if ((best[at + width] ?? 0) >= (best[at + 1] ?? 0)) row += 1;
    else column += 1;
  }
}

/** Compares units by their words, which are split once. */
class WordIds {
  readonly #ids = new Map<string, number>();
  readonly #words = new Map<Unit, Int32Array>();

  /** The number of words in units. */
  count(units: readonly Unit[]): number {
    return units.reduce((sum, unit) => sum + this.#wordsOf(unit).length, 0);
  }

  /** The Dice coefficient of the words of two units, from 0 to 1; 0 for units of different types. */
  similarity(one: Unit | undefined, other: Unit | undefined): number {
    if (one === undefined || one.node.type !== other?.node.type) return 0;
    const [words, otherWords] = [this.#wordsOf(one), this.#wordsOf(other)];
    const total = words.length + otherWords.length;
    if (2 * Math.min(words.length, otherWords.length) <= similarityMin * total) return 0;
    let common = 0;
    for (let i = 0, j = 0; i < words.length && j < otherWords.length;) {
      const difference = (words[i] ?? 0) - (otherWords[j] ?? 0);
      if (difference === 0) common += 1;
      if (difference <= 0) i += 1;
      if (difference >= 0) j += 1;
    }
    return (2 * common) / total;
  }

  #wordsOf(unit: Unit): Int32Array {
    const cached = this.#words.get(unit);
    if (cached !== undefined) return cached;
    const ids = Int32Array.from(wordsIn(unit.node), (word) => {
      const id = this.#ids.get(word) ?? this.#ids.size;
      this.#ids.set(word, id);
      return id;
    }).sort();
    this.#words.set(unit, ids);
    return ids;
  }
}
