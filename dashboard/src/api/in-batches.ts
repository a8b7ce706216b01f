import { limits } from '../../../src/contract/limits.ts';

/** Sends ids to an endpoint that limits their number, one request after another. */
export async function inBatches(
  ids: Iterable<string>,
  send: (batch: string[]) => Promise<unknown>,
): Promise<void> {
  const all = [...ids];
  for (let start = 0; start < all.length; start += limits.page_size_max)
    await send(all.slice(start, start + limits.page_size_max));
}
