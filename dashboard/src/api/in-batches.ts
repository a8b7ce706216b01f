import { limits } from '../../../src/contract/limits.ts';

/** Sends ids to an endpoint that takes a limited number at once, one request after another. */
export async function inBatches(
  ids: Iterable<string>,
  send: (batch: string[]) => Promise<unknown>,
): Promise<void> {
  const all = [...ids];
  for (let at = 0; at < all.length; at += limits.page_size_max)
    await send(all.slice(at, at + limits.page_size_max));
}
