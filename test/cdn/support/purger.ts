import { setTimeout as wait } from 'node:timers/promises';
import { expectDone } from '../../support/content.ts';
import { cleanup } from '../../support/cleanup.ts';
import type { TestProject } from '../../support/service.ts';
import type { Varnish } from './varnish.ts';

interface PurgerOptions {
  /** Seconds after which the same tags are sent once more. */
  repeatSeconds?: readonly number[];
}

/** Tells a cache of a project's changes until the test ends, as a purge target does: at most one batch a second. */
export async function startPurger(
  { secret }: TestProject,
  cache: Varnish,
  { repeatSeconds = [2, 10] }: PurgerOptions = {},
): Promise<{ stop: () => Promise<void> }> {
  const begin = expectDone(await secret.get('/v1/changes'));
  let since = String(begin.version);
  let isStopped = false;
  const repeats: { tags: string[]; at: number }[] = [];
  const round = async () => {
    const body = expectDone(await secret.get(`/v1/changes?since=${since}&tags=true`));
    since = String(body.next_since);
    const tags = body.tags as string[];
    const due = repeats.filter(({ at }) => at <= performance.now());
    for (const one of due) repeats.splice(repeats.indexOf(one), 1);
    const all = [...new Set([...tags, ...due.flatMap((one) => one.tags)])];
    for (let at = 0; at < all.length; at += 100) await cache.purge(all.slice(at, at + 100));
    if (tags.length > 0)
      for (const seconds of repeatSeconds) repeats.push({ tags, at: performance.now() + seconds * 1000 });
    return all.length > 0;
  };
  const loop = async () => {
    while (!isStopped) await wait((await round()) ? 1000 : 100);
  };
  const looping = loop();
  const stop = async () => {
    isStopped = true;
    await looping;
  };
  cleanup(stop);
  return { stop };
}
