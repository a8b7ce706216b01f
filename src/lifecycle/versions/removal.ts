/** A save that leaves less than this share of a text removes much of it. */
const minRemainingShare = 0.8;
/** Shorter texts are typed again in seconds. The id of an image or another target has 30 characters. */
const minLength = 30;

/** The lengths of a draft's texts in characters, per field and in total. */
export interface DraftLength {
  readonly fields: ReadonlyMap<string, number>;
  readonly total: number;
}

export function draftLength(draft: object): DraftLength {
  const fields = new Map(Object.entries(draft).map(([key, value]) => [key, textLength(value)]));
  return { fields, total: [...fields.values()].reduce((sum, length) => sum + length, 0) };
}

/** Whether `after` lacks more than a fifth of `before`, in characters. */
export function isMuchShorter(before: number, after: number): boolean {
  return before >= minLength && after < before * minRemainingShare;
}

/** Whether a save removes more than a fifth of any field, or empties it. */
export function removesMuch(before: DraftLength, after: DraftLength): boolean {
  return [...before.fields].some(([key, length]) => isMuchShorter(length, after.fields.get(key) ?? 0));
}

/** Counts the characters of all texts in a value, including ids but not the names of rich text nodes. */
function textLength(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (value === null || typeof value !== 'object') return 0;
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + textLength(item), 0);
  return Object.entries(value).reduce(
    (sum, [key, item]) => (key === 'type' ? sum : sum + textLength(item)),
    0,
  );
}
