/** How large what a tool tells may be, in bytes. */
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
  /** Whether rich text is returned as plain text alone. */
  isPlain: boolean;
}

const whole: Bounds = { text: Infinity, list: Infinity, keys: Infinity, depth: Infinity, isPlain: false };
/** From the whole result to what always fits; the first that fits is returned. */
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

/** A list shows its items by their beginnings. */
export const asListed: Bounds = { ...whole, text: 600, list: 100, isPlain: true };

/** The value as far as there is room for it; what is cut says so, with how much there is. */
export function fitted(value: object, from: Bounds = whole): object {
  for (const bounds of [from, ...steps.filter(({ text }) => text < from.text || from === whole)]) {
    const told = cutWithin(value, bounds);
    if (told !== null && Buffer.byteLength(JSON.stringify(told)) <= resultBytesMax) return told;
  }
  return {
    cut: 'All of it: it is too large to be told. Ask for less, by filters, by a smaller limit or for one item.',
  };
}

/** More than there is room for: what is left is not looked at. */
class ResponseFull extends Error {}

/** What is left of the value, or null where it is certainly too large: answers of the API have up to 16 MiB. */
function cutWithin(value: object, bounds: Bounds): object | null {
  let left = resultBytesMax;
  const take = (chars: number) => {
    left -= chars;
    if (left < 0) throw new ResponseFull();
  };
  try {
    return cut(value, { ...bounds, take }, 0) as object;
  } catch (fault) {
    if (fault instanceof ResponseFull) return null;
    throw fault;
  }
}

/** Bounds that count the characters of a result: each is a byte at least. */
interface Counting extends Bounds {
  take: (chars: number) => void;
}

function cut(value: unknown, bounds: Counting, depth: number): unknown {
  bounds.take(1);
  if (typeof value === 'string') {
    const text = cutText(value, bounds.text);
    bounds.take(text.length);
    return text;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= bounds.depth) return '… [cut: deeper than there is room for]';
  if (Array.isArray(value)) {
    const shown = value.slice(0, bounds.list).map((item) => cut(item, bounds, depth + 1));
    return value.length > shown.length ? [...shown, `… [cut: ${value.length} items in all]`] : shown;
  }
  if (bounds.isPlain && isRichText(value)) return { plain: cut(value.plain, bounds, depth) };
  const entries = Object.entries(value);
  const shown = entries.slice(0, bounds.keys).map(([key, one]) => {
    bounds.take(key.length);
    return [key, cut(one, bounds, depth + 1)];
  });
  const rest = entries.length > shown.length ? [['…', `[cut: ${entries.length} keys in all]`]] : [];
  return Object.fromEntries([...shown, ...rest]) as object;
}

function cutText(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  return `${text.slice(0, charsMax).toWellFormed()}… [cut: ${text.length} characters in all]`;
}

function isRichText(value: object): value is { plain: string } {
  const { html, json, plain, toc } = value as Record<string, unknown>;
  return typeof plain === 'string' && typeof html === 'string' && json !== undefined && Array.isArray(toc);
}
