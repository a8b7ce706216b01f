import { letOthersGoOn, roundIsOver } from '../async/event-loop-turn.ts';

/** A value that weighs no more is written by one call; larger ones are opened and written part by part. */
const wholeWeight = 64 * 1024;
/** Up to here an answer is written by one call, whatever is inside. */
export const plainWeight = 256 * 1024;
/** The most bytes that one unit of weight can become: a control character is written as \u0001. */
export const bytesPerWeight = 6;

/** More bytes than the one who asked has room for. */
export class TooManyBytes extends Error {}

/** Text of JSON in pieces, which are shared where the same value stands in many places. */
export interface JsonPieces {
  readonly parts: readonly Buffer[];
  readonly bytes: number;
}

/** The text of large values that were written before, for as long as code holds the value. */
const known = new WeakMap<object, JsonPieces>();

/**
 * How heavy a value is as JSON: at least its characters, and never less than a sixth of its bytes. Stops above `most`,
 * so that a look at something large costs no more than one at something small.
 */
export function weigh(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 24; // the longest number
  if (value instanceof Date) return 26;
  let weight = 2;
  if (Array.isArray(value)) {
    for (const item of value as unknown[]) {
      weight += 1 + weigh(item, most - weight);
      if (weight > most) return weight;
    }
    return weight;
  }
  for (const key in value) {
    weight += 4 + key.length + weigh((value as Record<string, unknown>)[key], most - weight);
    if (weight > most) return weight;
  }
  return weight;
}

/**
 * Writes a value as `JSON.stringify` does, byte for byte, and lets others go on in between.
 * @param most bytes after which it is given up
 * @throws TooManyBytes
 */
export async function jsonBytes(value: unknown, most = Infinity): Promise<Buffer> {
  if (weigh(value, plainWeight) <= plainWeight) {
    const whole = Buffer.from(JSON.stringify(value));
    if (whole.length > most) throw new TooManyBytes();
    return whole;
  }
  const { parts, bytes } = await piecesOf(value, most);
  await letOthersGoOn();
  return Buffer.concat(parts, bytes);
}

/**
 * The same in pieces. What is large is remembered: it is written once, wherever it stands and however often.
 * @throws TooManyBytes
 */
export async function piecesOf(value: unknown, most = Infinity): Promise<JsonPieces> {
  const isLarge = typeof value === 'object' && value !== null && weigh(value, wholeWeight) > wholeWeight;
  const before = isLarge ? known.get(value) : undefined;
  const writer = new Writer(most);
  if (before !== undefined) writer.pieces(before);
  else await writer.write(value);
  const pieces = before ?? writer.end();
  if (isLarge) known.set(value, pieces);
  return pieces;
}

class Writer {
  readonly #most: number;
  readonly #parts: Buffer[] = [];
  #bytes = 0;
  #text = '';

  constructor(most: number) {
    this.#most = most;
  }

  async write(value: unknown): Promise<void> {
    if (!isOpened(value)) {
      this.#add(JSON.stringify(value) ?? 'null');
    } else {
      const before = known.get(value);
      if (before !== undefined) this.pieces(before);
      else if (Array.isArray(value)) await this.#list(value);
      else await this.#object(value as Record<string, unknown>);
    }
    if (roundIsOver()) await letOthersGoOn();
  }

  async #list(list: readonly unknown[]): Promise<void> {
    let before = '[';
    for (const item of list) {
      this.#add(before);
      await this.write(item);
      before = ',';
    }
    this.#add(list.length === 0 ? '[]' : ']');
  }

  async #object(object: Record<string, unknown>): Promise<void> {
    let before = '{';
    for (const key of Object.keys(object)) {
      const value = object[key];
      if (value === undefined) continue;
      this.#add(`${before}${JSON.stringify(key)}:`);
      await this.write(value);
      before = ',';
    }
    this.#add(before === '{' ? '{}' : '}');
  }

  pieces({ parts, bytes }: JsonPieces): void {
    this.#flush();
    this.#count(bytes);
    for (const part of parts) this.#parts.push(part);
  }

  end(): JsonPieces {
    this.#flush();
    return { parts: this.#parts, bytes: this.#bytes };
  }

  #add(text: string): void {
    this.#text += text;
    if (this.#text.length > wholeWeight) this.#flush();
  }

  #flush(): void {
    if (this.#text === '') return;
    const part = Buffer.from(this.#text);
    this.#text = '';
    this.#count(part.length);
    this.#parts.push(part);
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#most) throw new TooManyBytes();
  }
}

/** Whether a value is written part by part: one that is large, and plain data. */
function isOpened(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return false;
  return weigh(value, wholeWeight) > wholeWeight;
}
