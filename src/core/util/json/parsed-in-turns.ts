import { runInTurns } from '../async/event-loop-turn.ts';

/** Text of no more characters is parsed by one call. */
const wholeChars = 256 * 1024;
/** Parts of larger text are parsed by one call each, once they have so many characters. */
const partChars = 64 * 1024;

const signs = { quote: 34, comma: 44, openList: 91, closeList: 93, openObject: 123, closeObject: 125 };

/** A list or an object of the text. */
interface Container {
  start: number;
  /** Where its last sign stands. */
  end: number;
  /** Commas between the parts in which it is parsed. */
  cuts: number[];
  lastComma: number;
  /** Those inside of it that are too large for one call; each is alone in its part. */
  large: Container[];
}

/**
 * Reads text as `JSON.parse` does, and lets others go on in between.
 * @param text - what this service wrote: not every fault of other text is found.
 * @throws SyntaxError
 */
export async function parsedInTurns(text: string): Promise<unknown> {
  if (text.length <= wholeChars) return JSON.parse(text);
  const container = await runInTurns(outlineOf(text));
  return container === null ? JSON.parse(text) : runInTurns(valueOf(text, container));
}

/** Finds where large lists and objects can be cut into parts. Null for a text that is no one list or object. */
function* outlineOf(text: string): Generator<unknown, Container | null> {
  const open: Container[] = [];
  let looked = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (at - looked > partChars) {
      looked = at;
      yield;
    }
    const sign = text.charCodeAt(at);
    const inner = open.at(-1);
    if (sign === signs.quote) at = endOfString(text, at);
    else if (sign === signs.comma && inner !== undefined) noteComma(inner, at);
    else if (sign === signs.openList || sign === signs.openObject)
      open.push({ start: at, end: at, cuts: [], lastComma: at, large: [] });
    else if ((sign === signs.closeList || sign === signs.closeObject) && inner !== undefined) {
      if (sign !== text.charCodeAt(inner.start) + 2) return null; // each closing sign stands two behind its opening one
      open.pop();
      inner.end = at;
      const outer = open.at(-1);
      if (outer === undefined) return inner.start === 0 && at === text.length - 1 ? inner : null;
      if (at - inner.start > partChars) noteLarge(outer, inner);
    }
  }
  return null;
}

/** The place of the quote that ends a string: one before which an even number of backslashes stands. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text.charCodeAt(before - 1) === 92) before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
  throw new SyntaxError('a string of the JSON has no end');
}

function noteComma(container: Container, at: number): void {
  const begun = container.cuts.at(-1) ?? container.start;
  const hasLarge = (container.large.at(-1)?.start ?? -1) > begun;
  if (hasLarge || at - begun > partChars) container.cuts.push(at);
  container.lastComma = at;
}

function noteLarge(outer: Container, inner: Container): void {
  const begun = outer.cuts.at(-1) ?? outer.start;
  if (outer.lastComma > begun) outer.cuts.push(outer.lastComma);
  outer.large.push(inner);
}

function* valueOf(text: string, container: Container): Generator<unknown, unknown> {
  const { start, end, cuts } = container;
  const isList = text.charCodeAt(start) === signs.openList;
  const items: unknown[] = [];
  const entries: [string, unknown][] = [];
  const large = container.large.values();
  let next = large.next().value;
  let from = start + 1;
  for (const to of [...cuts, end]) {
    if (next !== undefined && next.start < to) {
      const value = yield* valueOf(text, next);
      if (isList) items.push(value);
      else entries.push([JSON.parse(text.slice(from, text.lastIndexOf(':', next.start))) as string, value]);
      next = large.next().value;
    } else if (isList)
      for (const item of JSON.parse(`[${text.slice(from, to)}]`) as unknown[]) items.push(item);
    else entries.push(...Object.entries(JSON.parse(`{${text.slice(from, to)}}`) as object));
    from = to + 1;
    yield;
  }
  return isList ? items : Object.fromEntries(entries); // as own properties, whatever their names
}
