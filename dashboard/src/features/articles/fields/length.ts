/** The recommended length of a text, in characters. */
export interface RecommendedLength {
  from: number;
  to: number;
}

/** Compares a length with the recommendation. */
export function lengthVerdict(length: number, { from, to }: RecommendedLength) {
  if (length === 0) return { tone: 'none', words: 'empty' } as const;
  if (length < from) return { tone: 'short', words: `short; ${from} to ${to} work best` } as const;
  if (length <= to) return { tone: 'good', words: 'fits' } as const;
  return { tone: 'long', words: `${length - to} too many` } as const;
}
