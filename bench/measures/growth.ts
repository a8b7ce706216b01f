import { median } from '../results.ts';
import type { Stage } from '../stage.ts';
import { articleCases, type GrowthCase, kiteCases } from './growth-cases.ts';

export interface GrowthFigures {
  /** The highest ratio of each figure, and the ratio of each case. */
  ratios: Record<string, number>;
  medians: Record<string, number>;
}

/**
 * Measures how much longer lists take in the large project than in the small one, without a response cache. Requests
 * are sequential and alternate between the projects.
 */
export async function measureGrowth(stage: Stage): Promise<GrowthFigures> {
  const figures: GrowthFigures = { ratios: {}, medians: {} };
  const cases = [...kiteCases, ...articleCases(stage.articleCursor)];
  for (const each of cases) {
    const times = await timesOf(stage, each).catch((error: unknown) => {
      if (each.figure !== null) throw error;
      console.log(`Not told: ${String(error)}`); // a linear case can exceed the work limit here
      return null;
    });
    if (times === null) continue;
    const [small, large] = times;
    const ratio = large / small;
    const name = decodeURIComponent(each.path(stage.large.size, 0)).replace(/cursor=.*/, 'cursor=...');
    figures.medians[`${name}, ms of ${stage.small.size}`] = small;
    figures.medians[`${name}, ms of ${stage.large.size}`] = large;
    figures.ratios[name] = ratio;
    if (each.figure !== null) figures.ratios[each.figure] = Math.max(ratio, figures.ratios[each.figure] ?? 0);
  }
  return figures;
}

/** Median milliseconds in the small and in the large project. */
async function timesOf({ cold, small, large, sizes, load }: Stage, { path }: GrowthCase) {
  const asked = new Map<number, number>();
  const ask = ({ token, size }: { token: string; size: number }, count: number) => {
    const before = asked.get(size) ?? 0;
    asked.set(size, before + count);
    return load.oneByOne({
      url: cold.url,
      token,
      paths: Array.from({ length: count }, (_, i) => path(size, before + i)),
    });
  };
  const times: [number[], number[]] = [[], []];
  for (const site of [small, large]) await ask(site, 3); // MongoDB caches its query plans
  for (let round = 0; round < sizes.growthRounds; round += 1) {
    times[0].push(...(await ask(small, sizes.growthRequests)));
    times[1].push(...(await ask(large, sizes.growthRequests)));
  }
  return [median(times[0]), median(times[1])] as const;
}
