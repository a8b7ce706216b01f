/** How long a text should be, in characters: shorter says too little, longer is cut off. */
export interface AdvisedLength {
  from: number;
  to: number;
}

/** How a length stands to what is advised. */
export function lengthVerdict(length: number, { from, to }: AdvisedLength) {
  if (length === 0) return { tone: 'none', words: 'empty' } as const;
  if (length < from) return { tone: 'short', words: `short; ${from} to ${to} work best` } as const;
  if (length <= to) return { tone: 'good', words: 'fits' } as const;
  return { tone: 'long', words: `${length - to} too many` } as const;
}
