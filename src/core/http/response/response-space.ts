import { apiError } from '../../../contract/errors/api-error.ts';
import { countJsonBytes, ResponseFull, weigh } from './json-writer.ts';

/** Bytes above which a response reserves memory of the process. */
export const smallBytes = 1024 * 1024;
/** Bytes of a response without its parts: `meta`, or the keys of a single resource. */
const frameBytes = 2_048;
/** The most bytes of one unit of weight: a control character is written as \u0001. */
const bytesPerWeight = 6;

/** Whether one more row of this many bytes may be read, if all rows are to be served. */
export type ReadQuota = (rowBytes: number) => boolean | Promise<boolean>;

/** Counts what one response contains while its parts are read and served. */
export class ResponseSpace {
  readonly maxBytes: number;
  readonly #reserve: () => Promise<void>;
  #weight = frameBytes;
  #bytes = frameBytes;
  /** Parts that can't fill the response, whatever their characters are. */
  #uncounted: unknown[] = [];

  /** @param reserve waits until the process has memory for a large response; can be called again */
  constructor(maxBytes: number, reserve: () => Promise<void> = () => Promise.resolve()) {
    this.maxBytes = maxBytes;
    this.#reserve = reserve;
  }

  /** Limits the rows that are read for the response. The quota throws temporarily_unavailable without memory for them. */
  openReadQuota(): ReadQuota {
    let readBytes = 0;
    return (rowBytes) => {
      readBytes += rowBytes;
      if (readBytes <= smallBytes) return true;
      return this.#reserve().then(() => readBytes <= this.maxBytes);
    };
  }

  /**
   * Adds a part of the response, and the bytes around it; a promise only if the part must be counted.
   * @throws ResponseFull, temporarily_unavailable without memory for a large response
   */
  add(part: unknown, bytesAround = 1): Promise<void> | undefined {
    this.#weight += bytesAround + weigh(part, this.maxBytes);
    this.#bytes += bytesAround;
    this.#uncounted.push(part);
    const isSmall = this.#weight <= smallBytes && this.#weight * bytesPerWeight <= this.maxBytes;
    return isSmall ? undefined : this.#count();
  }

  async #count(): Promise<void> {
    if (this.#weight > smallBytes) await this.#reserve();
    for (const part of this.#uncounted.splice(0))
      this.#bytes += await countJsonBytes(part, this.maxBytes - this.#bytes);
    if (this.#bytes > this.maxBytes) throw new ResponseFull();
  }
}

/**
 * The first items of a list that fit into the response, at least one, so a client that follows the list makes progress.
 * @throws query_too_expensive with the key that makes the first item too large
 */
export async function fitItems<T extends object>(
  context: { newResponseSpace(): ResponseSpace },
  items: readonly T[],
): Promise<T[]> {
  const space = context.newResponseSpace();
  for (const [i, item] of items.entries()) {
    try {
      await space.add(item);
    } catch (error) {
      if (!(error instanceof ResponseFull)) throw error;
      if (i === 0) throw await tooLarge(context.newResponseSpace(), item);
      return items.slice(0, i);
    }
  }
  return [...items];
}

async function tooLarge(space: ResponseSpace, item: object) {
  const { maxBytes } = space;
  let name = 'data';
  try {
    for (const [key, value] of Object.entries(item)) {
      name = key;
      await space.add(value);
    }
  } catch (error) {
    if (!(error instanceof ResponseFull)) throw error;
  }
  return apiError('query_too_expensive', { name, bytesMax: maxBytes }, { param: name });
}
