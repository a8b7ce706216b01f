/** A save that leaves less than this share of a text removes much of it. */
const keptShare = 0.8;
/** Shorter texts are typed again in seconds. The id of a picture or of another target is 30 characters long. */
const lengthMin = 30;

/** How long the texts of a draft are, in characters: of each field, and of all together. */
export interface DraftLength {
  readonly fields: ReadonlyMap<string, number>;
  readonly total: number;
}

/** Measures a draft. */
export function draftLength(draft: object): DraftLength {
  const fields = new Map(Object.entries(draft).map(([key, value]) => [key, textLength(value)]));
  return { fields, total: [...fields.values()].reduce((sum, length) => sum + length, 0) };
}

/** Whether `after` lacks more than a fifth of a text of `before`; both are lengths in characters. */
export function isMuchShorter(before: number, after: number): boolean {
  return before >= lengthMin && after < before * keptShare;
}

/** Whether a save removes more than a fifth of any one field, or empties it. */
export function removesMuch(before: DraftLength, after: DraftLength): boolean {
  return [...before.fields].some(([key, length]) => isMuchShorter(length, after.fields.get(key) ?? 0));
}

/** The characters of all texts in a value, ids included; the names of rich text nodes are none. */
function textLength(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (value === null || typeof value !== 'object') return 0;
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + textLength(item), 0);
  return Object.entries(value).reduce(
    (sum, [key, item]) => (key === 'type' ? sum : sum + textLength(item)),
    0,
  );
}
