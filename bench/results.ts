import { writeFile } from 'node:fs/promises';
import { isReached, targets } from './targets.ts';

/** The results of a run, written to `bench/results.json`. */
export interface Results {
  /** Figures with and without a bound. */
  ratios: Record<string, number>;
  /** The medians that ratios are computed from: requests per second, milliseconds. */
  medians: Record<string, number>;
  /** Share of one core that each process used under the load of a server, by server and process. */
  cpu_shares: Record<string, Record<string, number>>;
  /** Processor time per response of each process, in milliseconds. Load from other programs affects it least. */
  cpu_ms_per_request: Record<string, Record<string, number>>;
  run: { sizes: object; node: string; cores: number; took_seconds: number };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = NaN, high = NaN] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}

/** Prints the results as tables, figures with bounds first. */
export function printResults({
  ratios,
  medians,
  cpu_shares: shares,
  cpu_ms_per_request: costs,
}: Results): void {
  const bounded = new Set(targets.map(({ figure }) => figure));
  console.table(
    targets.map((target) => {
      const value = ratios[target.figure];
      return {
        figure: target.figure,
        value: rounded(value),
        bound: [at('>=', target.least), at('<=', target.most)].filter(Boolean).join(' '),
        verdict: value === undefined ? 'not measured' : isReached(target, value) ? 'pass' : 'FAIL',
        means: target.means,
      };
    }),
  );
  const others = Object.entries(ratios).filter(([figure]) => !bounded.has(figure));
  console.log('Without a bound, and each list by itself:');
  console.table(Object.fromEntries(others.map(([figure, value]) => [figure, { ratio: rounded(value) }])));
  console.log('Medians (requests a second with all connections; milliseconds one after another):');
  console.table(
    Object.fromEntries(Object.entries(medians).map(([name, value]) => [name, { median: rounded(value) }])),
  );
  console.log('Part of one core that each process used meanwhile:');
  console.table(shares);
  console.log('Milliseconds of work that one answer costs each process:');
  console.table(costs);
}

function at(sign: string, bound: number | undefined): string {
  return bound === undefined ? '' : `${sign} ${bound}`;
}

function rounded(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Number(value.toPrecision(3));
}

export async function writeResults(results: Results): Promise<string> {
  const file = new URL('results.json', import.meta.url);
  await writeFile(file, `${JSON.stringify(results, null, 2)}\n`);
  return file.pathname;
}
