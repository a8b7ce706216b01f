import { cpus } from 'node:os';
import { measureBlocks } from './measures/blocks.ts';
import { measureContention } from './measures/contention.ts';
import { measureGovernance } from './measures/governance.ts';
import { measureGrowth } from './measures/growth.ts';
import { measureHitShare } from './measures/hit-share.ts';
import { measureLists } from './measures/lists.ts';
import { measureEventLoop, measureIdleMemory } from './measures/process.ts';
import { measureMerge } from './measures/merge.ts';
import { measurePurges } from './measures/purges.ts';
import { measureStrictness } from './measures/strictness.ts';
import { measureTags } from './measures/tags.ts';
import { measureWrites } from './measures/writes.ts';
import { type Results, printResults, writeResults } from './results.ts';
import { readSizes } from './sizes.ts';
import { setStage, type Stage } from './stage.ts';
import { missed } from './targets.ts';

// Measures the built service: `npm run bench`, or `npm run bench:quick` in under a minute. See README.md in this
// folder.
const startedAt = performance.now();
const say = (line: string) =>
  console.log(`${((performance.now() - startedAt) / 1_000).toFixed(0).padStart(4)} s  ${line}`);
const args = process.argv.slice(2);
const sizes = readSizes(args);
const only = args.find((arg) => arg.startsWith('--only='))?.slice('--only='.length);
const results: Results = {
  ratios: {},
  medians: {},
  cpu_shares: {},
  cpu_ms_per_request: {},
  run: { sizes, node: process.version, cores: cpus().length, took_seconds: 0 },
};

/** The parts of a run, by the name for `--only=`. */
const parts: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  async memory(stage) {
    results.ratios['idle_memory_mb'] = await measureIdleMemory(stage);
  },
  async lists(stage) {
    const { ratios, medians, shares, costs } = await measureLists(stage);
    Object.assign(results.ratios, ratios);
    Object.assign(results.medians, medians);
    results.cpu_shares = shares;
    results.cpu_ms_per_request = costs;
  },
  async publishing(stage) {
    results.ratios['hit_share_while_publishing'] = await measureHitShare(stage);
  },
  async loop(stage) {
    results.ratios['event_loop_lag_p99_ms'] = await measureEventLoop(stage);
  },
  async growth(stage) {
    const { ratios, medians } = await measureGrowth(stage);
    Object.assign(results.ratios, ratios);
    Object.assign(results.medians, medians);
  },
  async writes(stage) {
    const { ratios, medians } = await measureWrites(stage);
    Object.assign(results.ratios, ratios);
    Object.assign(results.medians, medians);
  },
  async contention(stage) {
    const { ratios, medians } = await measureContention(stage);
    Object.assign(results.ratios, ratios);
    Object.assign(results.medians, medians);
  },
  async tags(stage) {
    const { ratios, medians } = await measureTags(stage);
    Object.assign(results.ratios, ratios);
    Object.assign(results.medians, medians);
  },
  async governance(stage) {
    const { ratios, medians } = await measureGovernance(stage);
    Object.assign(results.ratios, ratios);
    Object.assign(results.medians, medians);
  },
  async purges(stage) {
    const { ratios } = await measurePurges(stage);
    Object.assign(results.ratios, ratios);
  },
  async blocks(stage) {
    const { ratios, medians } = await measureBlocks(stage);
    Object.assign(results.ratios, ratios);
    Object.assign(results.medians, medians);
  },
  async merge() {
    results.ratios['merge_save_512k_ms'] = measureMerge();
  },
  async strictness(stage) {
    Object.assign(results.ratios, await measureStrictness(stage));
  },
};

/** Idle memory takes seconds to settle, so the quick run skips it. */
const isLeftOut = (name: string) => sizes.name === 'quick' && name === 'memory';

const stage = await setStage(sizes, say);
try {
  for (const [name, measure] of Object.entries(parts)) {
    if (only === undefined ? isLeftOut(name) : only !== name) continue;
    say(`Measuring: ${name}`);
    try {
      await measure(stage);
    } catch (error) {
      // The results of the other parts are still printed.
      say(`${name} could not be measured: ${error instanceof Error ? error.message : String(error)}`);
      process.exitCode = 1;
    }
  }
  results.run.took_seconds = Math.round((performance.now() - startedAt) / 1_000);
  printResults(results);
  say(`Written to ${await writeResults(results)}`);
  const beyond = missed(results.ratios);
  if (beyond.length > 0) {
    say(`Not within their bounds: ${beyond.join(', ')}`);
    process.exitCode = 1;
  }
} finally {
  await stage.end();
}
