/** The largest result, in bytes of JSON. */
export const resultBytesMax = 40 * 1024;

interface Bounds {
  /** Characters of one text. */
  text: number;
  /** Items of one list. */
  list: number;
  /** Keys of one object. */
  keys: number;
  /** Levels of the tree. */
  depth: number;
  /** Whether rich text is returned as plain text only. */
  isPlain: boolean;
}

const whole: Bounds = { text: Infinity, list: Infinity, keys: Infinity, depth: Infinity, isPlain: false };
/** From the whole result to one that always fits. The first that fits is returned. */
const steps: readonly Bounds[] = [
  whole,
  { ...whole, isPlain: true },
  { ...whole, text: 8_000, list: 500, isPlain: true },
  { ...whole, text: 2_000, list: 200, isPlain: true },
  { ...whole, text: 500, list: 100, isPlain: true },
  { text: 200, list: 50, keys: 120, depth: 8, isPlain: true },
  { text: 60, list: 20, keys: 60, depth: 5, isPlain: true },
  { text: 40, list: 5, keys: 30, depth: 4, isPlain: true },
];

/** Bounds of lists, which show the start of each item. */
export const listBounds: Bounds = { ...whole, text: 600, list: 100, isPlain: true };

/** The value, cut to the largest result. Each cut is marked and shows the full size. */
export function fitResult(value: object, from: Bounds = whole): object {
  for (const bounds of [from, ...steps.filter(({ text }) => text < from.text || from === whole)]) {
    const result = cutWithin(value, bounds);
    if (result !== null && Buffer.byteLength(JSON.stringify(result)) <= resultBytesMax) return result;
  }
  return {
    cut: 'The whole result is too large to return. Use filters, a smaller limit, or read one item.',
  };
}

/** Ends the cutting of a value that is too large: responses of the API have up to 16 MiB. */
class ResultFull extends Error {}

/** The cut value, or null if it is certainly too large. */
function cutWithin(value: object, bounds: Bounds): object | null {
  let bytesLeft = resultBytesMax;
  const take = (chars: number) => {
    bytesLeft -= chars;
    if (bytesLeft < 0) throw new ResultFull();
  };
  try {
    return cut(value, { ...bounds, take }, 0) as object;
  } catch (error) {
    if (error instanceof ResultFull) return null;
    throw error;
  }
}

/** Bounds that count the characters of a result; each has at least one byte. */
interface CountingBounds extends Bounds {
  take: (chars: number) => void;
}

function cut(value: unknown, bounds: CountingBounds, depth: number): unknown {
  bounds.take(1);
  if (typeof value === 'string') {
    const text = cutText(value, bounds.text);
    bounds.take(text.length);
    return text;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= bounds.depth) return '… [cut: nested too deeply]';
  if (Array.isArray(value)) {
    const items = value.slice(0, bounds.list).map((item) => cut(item, bounds, depth + 1));
    return value.length > items.length ? [...items, `… [cut: ${value.length} items in all]`] : items;
  }
  if (bounds.isPlain && isRichText(value)) return { plain: cut(value.plain, bounds, depth) };
  const entries = Object.entries(value);
  const cutEntries = entries.slice(0, bounds.keys).map(([key, item]) => {
    bounds.take(key.length);
    return [key, cut(item, bounds, depth + 1)];
  });
  const rest = entries.length > cutEntries.length ? [['…', `[cut: ${entries.length} keys in all]`]] : [];
  return Object.fromEntries([...cutEntries, ...rest]) as object;
}

function cutText(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  return `${text.slice(0, charsMax).toWellFormed()}… [cut: ${text.length} characters in all]`;
}

function isRichText(value: object): value is { plain: string } {
  const { html, json, plain, toc } = value as Record<string, unknown>;
  return typeof plain === 'string' && typeof html === 'string' && json !== undefined && Array.isArray(toc);
}
