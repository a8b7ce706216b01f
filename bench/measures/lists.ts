import type { Stage } from '../stage.ts';
import { median } from '../results.ts';
import { sharesDuring } from '../processes/meter.ts';

/** A server that receives requests on all connections. */
interface Runner {
  name: string;
  url: string;
  token: string;
  /** The paths for a round; round `-1` is the warm-up. */
  paths: (round: number) => readonly string[];
  /** Whether each path is requested once instead of in a loop for some seconds. */
  once?: boolean;
  pids: Readonly<Record<string, number>>;
}

export interface ListFigures {
  ratios: Record<string, number>;
  medians: Record<string, number>;
  shares: Record<string, Record<string, number>>;
  costs: Record<string, Record<string, number>>;
}

/** The result of a runner in one round. */
interface Round {
  requestsPerSecond: number;
  shares: Record<string, number>;
  costs: Record<string, number>;
}

const list = '/v1/content/kite';
const articles = '/v1/blog/articles';
const introspection = '/v1/introspection';

/**
 * Compares cached lists, cold lists and single entries of the large project with Koa sending the same bytes and with
 * the hand-written handler. All runners alternate in short rounds, and each round has its own ratio.
 */
export async function measureLists(stage: Stage): Promise<ListFigures> {
  const runners = runnersOf(stage);
  const rounds = new Map<string, Round[]>(runners.map(({ name }) => [name, []]));
  for (const runner of runners) {
    await stage.load.oneByOne({ ...runner, paths: runner.paths(-1).slice(0, 3) }); // throws if a request fails
    await ask(stage, runner, -1); // warm-up
  }
  for (let round = 0; round < stage.sizes.rounds; round += 1)
    for (const runner of runners) rounds.get(runner.name)?.push(await ask(stage, runner, round));

  const perSecond = (name: string) => (rounds.get(name) ?? []).map((round) => round.requestsPerSecond);
  const ratio = (a: string, b: string) =>
    median(perSecond(a).map((value, i) => value / (perSecond(b)[i] ?? NaN)));
  const ofEach = <T>(figure: (name: string) => T) =>
    Object.fromEntries(runners.map(({ name }) => [name, figure(name)]));
  return {
    ratios: {
      cached_list_vs_bare_koa: ratio('cached list', 'bare list'),
      cached_list_vs_naive: ratio('cached list', 'naive list'),
      cold_list_vs_naive: ratio('cold list', 'naive cold list'),
      single_vs_bare_koa: ratio('single', 'bare single'),
      single_vs_naive: ratio('single', 'naive single'),
      cached_articles_vs_bare_koa: ratio('cached articles', 'bare articles'),
      introspection_vs_bare_koa: ratio('introspection', 'bare introspection'),
    },
    medians: ofEach((name) => median(perSecond(name))),
    shares: ofEach((name) => mediansOf((rounds.get(name) ?? []).map(({ shares }) => shares))),
    costs: ofEach((name) => mediansOf((rounds.get(name) ?? []).map(({ costs }) => costs))),
  };
}

async function ask(
  { load, sizes }: Stage,
  { url, token, paths, once = false, pids }: Runner,
  round: number,
): Promise<Round> {
  const order = {
    url,
    token,
    paths: paths(round),
    connections: sizes.connections,
    seconds: sizes.roundSeconds,
    ...(once ? { amount: sizes.coldPages } : {}),
  };
  const { result, shares, seconds: worked } = await sharesDuring(pids, () => load.flood(order));
  const costs = Object.entries(worked).map(([name, cpu]) => {
    return [name, Math.round((cpu * 1e6) / result.requests) / 1_000] as const;
  });
  return { requestsPerSecond: result.requestsPerSecond, shares, costs: Object.fromEntries(costs) };
}

function mediansOf(rounds: readonly Record<string, number>[]): Record<string, number> {
  const keys = Object.keys(rounds[0] ?? {});
  return Object.fromEntries(keys.map((key) => [key, median(rounds.map((round) => round[key] ?? NaN))]));
}

function runnersOf(stage: Stage): Runner[] {
  const { galley, bare, naive, load, mongod, large, kites, cursorAt } = stage;
  const single = kites.at(-1)?.id ?? '';
  const ours = {
    url: galley.url,
    token: large.token,
    pids: { galley: galley.pid, mongod: mongod.pid, generator: load.pid },
  };
  const koa = { ...bare, token: '', pids: { koa: bare.pid, generator: load.pid } };
  const asking = {
    ...naive,
    token: '',
    pids: { koa: naive.pid, mongod: mongod.pid, generator: load.pid },
  };
  const once = true;
  const always = (path: string) => () => [path];
  const cold = (pathAt: (place: Stage['kites'][number]) => string) => (round: number) =>
    placesOf(stage, round).map(pathAt);
  return [
    { name: 'bare list', ...koa, paths: always(list) },
    { name: 'cached list', ...ours, paths: always(list) },
    { name: 'naive list', ...asking, paths: always('/') },
    { name: 'cold list', ...ours, paths: cold((place) => `${list}?cursor=${cursorAt(place)}`), once },
    { name: 'naive cold list', ...asking, paths: cold(({ at }) => `/?before=${at.toISOString()}`), once },
    { name: 'bare single', ...koa, paths: always(`${list}/${single}`) },
    { name: 'single', ...ours, paths: always(`${list}/${single}`) },
    { name: 'naive single', ...asking, paths: always(`/?id=${single}`) },
    { name: 'bare articles', ...koa, paths: always(articles) },
    { name: 'cached articles', ...ours, paths: always(articles) },
    { name: 'bare introspection', ...koa, paths: always(introspection) },
    { name: 'introspection', ...ours, paths: always(introspection) },
  ];
}

/** Positions where cold pages start. They differ in each round, because a repeated page would be cached. */
function placesOf({ kites, sizes }: Stage, round: number): Stage['kites'] {
  const count = sizes.coldPages;
  return kites.slice((round + 1) * count, (round + 2) * count);
}
