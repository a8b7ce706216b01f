import { cpus } from 'node:os';
import { measureGrowth } from './measures/growth.ts';
import { measureLists } from './measures/lists.ts';
import { measureEventLoop, measureIdleMemory } from './measures/process.ts';
import { measureStrictness } from './measures/strictness.ts';
import { type Results, printResults, writeResults } from './results.ts';
import { readSizes } from './sizes.ts';
import { setStage } from './stage.ts';

// Measures the built service: `npm run bench`, or `npm run bench:quick` in under a minute. See README.md beside this.
const startedAt = performance.now();
const say = (line: string) =>
  console.log(`${((performance.now() - startedAt) / 1_000).toFixed(0).padStart(4)} s  ${line}`);
const sizes = readSizes(process.argv.slice(2));
const stage = await setStage(sizes, say);
try {
  say('Idle memory');
  const idle_memory_mb = await measureIdleMemory(stage);
  say('Lists and single entries, kept and cold');
  const lists = await measureLists(stage);
  say('The event loop at full load');
  const event_loop_lag_p99_ms = await measureEventLoop(stage);
  say('Growth');
  const growth = await measureGrowth(stage);
  say('Two processes');
  const strictness = await measureStrictness(stage);
  const results: Results = {
    ratios: { ...lists.ratios, ...growth.ratios, ...strictness, idle_memory_mb, event_loop_lag_p99_ms },
    medians: { ...lists.medians, ...growth.medians },
    cpu_shares: lists.shares,
    cpu_ms_per_request: lists.costs,
    run: {
      sizes,
      node: process.version,
      cores: cpus().length,
      took_seconds: Math.round((performance.now() - startedAt) / 1_000),
    },
  };
  printResults(results);
  say(`Written to ${await writeResults(results)}`);
} finally {
  await stage.end();
}
