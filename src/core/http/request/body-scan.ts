import { randomInt } from 'node:crypto';
import { limits } from '../../../contract/limits.ts';

/** Maximum keys in one object. Real content has hundreds, and the checks that list every error must stay cheap. */
const keysMax = 2_000;
/**
 * The densest content, rich text, has an object every twelve bytes. Empty objects, one every three bytes, are expensive
 * to build (docs/architecture/decisions/0080-request-body-limits.md).
 */
const bytesPerContainer = 12;
/** Maximum different object shapes in one body. The engine builds a new shape for each new sequence of keys. */
const shapesMax = 20_000;
/** Shapes are counted only in bodies with more keys. */
const uncountedKeys = 2_000;
/** A number with more digits may be larger than any double. */
const digitsMax = 300;

const [quote, backslash, u, comma] = [0x22, 0x5c, 0x75, 0x2c];
const [openList, closeList, openObject, closeObject, colon] = [0x5b, 0x5d, 0x7b, 0x7d, 0x3a];
const prime = 0x01000193;
const seed = randomInt(2 ** 31); // so no client can choose names with equal hashes

/**
 * Scans JSON as its bytes arrive, and rejects it at the first byte above a limit, before anything is built. It is not a
 * parser: invalid JSON is left to the parser that follows. Takes linear time and a few kilobytes.
 */
export class BodyScan {
  /** False once values may need a check after parsing, because of escaped code points or huge numbers. */
  isPlain = true;

  readonly #containersMax: number;
  #depth = 0;
  #containers = 0;
  #keys = 0;
  #shapes = 0;
  #digits = 0;
  #isText = false;
  #isEscaped = false;
  /** The hash of the last string, which is a key if a colon follows. */
  #hash = seed;
  /** By depth: the number of keys so far, and a hash of their names in order. */
  readonly #keysAt = [0];
  readonly #shapeAt = [seed];
  #seenShapes: Uint8Array | null = null;

  constructor(bytesMax: number) {
    this.#containersMax = Math.max(1_000, Math.ceil(bytesMax / bytesPerContainer));
  }

  /** Scans the next bytes. Returns the limit that they exceed, in words, or null. */
  read(bytes: Uint8Array): string | null {
    let at = 0;
    while (at < bytes.length) {
      if (this.#isText) {
        at = this.#skipText(bytes, at);
        continue;
      }
      const byte = bytes[at] as number;
      at += 1;
      if (byte === quote) {
        this.#isText = true;
        this.#hash = seed;
      } else if (byte === openObject || byte === openList) {
        const error = this.#open();
        if (error !== null) return error;
      } else if (byte === closeObject || byte === closeList) {
        if (this.#depth > 0) this.#depth -= 1;
      } else if (byte === colon) {
        const error = this.#countKey();
        if (error !== null) return error;
      } else if (byte !== comma) this.#readScalar(byte);
      else this.#digits = 0;
    }
    return null;
  }

  #open(): string | null {
    this.#depth += 1;
    this.#containers += 1;
    if (this.#depth > limits.body_depth_max) return `it is nested more than ${limits.body_depth_max} deep`;
    if (this.#containers > this.#containersMax)
      return `it has more than ${this.#containersMax} objects and lists`;
    this.#keysAt[this.#depth] = 0;
    this.#shapeAt[this.#depth] = seed;
    return null;
  }

  /** Counts the key before a colon. */
  #countKey(): string | null {
    const depth = this.#depth;
    const keys = ((this.#keysAt[depth] as number) += 1);
    if (keys > keysMax) return `an object has more than ${keysMax} keys`;
    const shape = (this.#shapeAt[depth] = Math.imul((this.#shapeAt[depth] as number) ^ this.#hash, prime));
    this.#keys += 1;
    if (this.#keys > uncountedKeys && this.#isNew(shape)) this.#shapes += 1;
    return this.#shapes > shapesMax ? `it has more than ${shapesMax} different forms of objects` : null;
  }

  #isNew(shape: number): boolean {
    this.#seenShapes ??= new Uint8Array(1 << 15);
    const slot = (shape ^ (shape >>> 15)) & ((1 << 18) - 1);
    const bit = 1 << (slot & 7);
    const bits = this.#seenShapes[slot >>> 3] as number;
    this.#seenShapes[slot >>> 3] = bits | bit;
    return (bits & bit) === 0;
  }

  #readScalar(byte: number): void {
    if (byte >= 0x30 && byte <= 0x39) this.#digits += 1;
    else {
      if (this.#digits > 0 && (byte | 0x20) === 0x65) this.isPlain = false; // an exponent
      this.#digits = 0;
    }
    if (this.#digits > digitsMax) this.isPlain = false;
  }

  /** Skips a string up to its end or the end of the bytes. Returns where it stopped. */
  #skipText(bytes: Uint8Array, from: number): number {
    let at = from;
    let hash = this.#hash;
    if (this.#isEscaped) {
      this.#isEscaped = false;
      if (bytes[at] === u) this.isPlain = false;
      at += 1;
    }
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at] as number;
      if (byte === quote) {
        this.#isText = false;
        at += 1;
        break;
      }
      hash = Math.imul(hash ^ byte, prime);
      if (byte !== backslash) continue;
      at += 1;
      if (at === bytes.length) this.#isEscaped = true;
      else if (bytes[at] === u) this.isPlain = false;
    }
    this.#hash = hash;
    return at;
  }
}
