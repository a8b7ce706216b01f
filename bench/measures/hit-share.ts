import { setTimeout as wait } from 'node:timers/promises';
import { write } from '../seed/api.ts';
import type { Stage } from '../stage.ts';

const list = '/v1/content/kite';
const publishEveryMs = 100;

/**
 * Returns the share of list requests served from the cache while a blog article of the project is published every 100
 * ms.
 */
export async function measureHitShare({ galley, large, load, sizes }: Stage): Promise<number> {
  const api = { url: galley.url, token: large.token };
  const { slug } = await write(api, 'POST', ['/v1/blog/articles', { title: 'Changed often', publish: true }]);
  const paths = [list, `${list}?sort=price`, `${list}?where[tone]=tone1`, '/v1/content/maker'];
  await load.oneByOne({ ...api, paths });
  const before = await outcomes(galley);
  const asking = { isOver: false };
  const publishing = publish(api, String(slug), asking);
  await load.flood({ ...api, paths, connections: paths.length * 4, seconds: sizes.roundSeconds * 2 });
  asking.isOver = true;
  await publishing;
  const after = await outcomes(galley);
  const grown = after.map((count, i) => count - (before[i] ?? 0));
  const [hits = 0] = grown;
  return hits / grown.reduce((sum, count) => sum + count, 0);
}

/** Total responses from the cache, from a shared read, and built for the request. */
function outcomes(galley: Stage['galley']): Promise<number[]> {
  const name = (outcome: string) => `galley_kept_answers_total{outcome="${outcome}"}`;
  return Promise.all(['hit', 'joined', 'made'].map((outcome) => galley.metric(name(outcome))));
}

async function publish(
  api: { url: string; token: string },
  slug: string,
  asking: { isOver: boolean },
): Promise<void> {
  for (let round = 0; !asking.isOver; round += 1) {
    const change = { title: `Changed often: ${round}`, publish: true };
    await write(api, 'PATCH', [`/v1/blog/articles/${slug}`, change]);
    await wait(publishEveryMs);
  }
}
