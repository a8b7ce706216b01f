/** The target of a figure. The run exits with 1 if a measured figure misses its target. */
export interface Target {
  figure: string;
  means: string;
  least?: number;
  most?: number;
  /** A better value that is desirable but not required. */
  aim?: number;
}

const growth = 'of the large project against the small one';

/** All figures with a bound, in the order of the table. */
export const targets: readonly Target[] = [
  {
    figure: 'cached_list_vs_bare_koa',
    means: 'a kept list against Koa sending the same bytes',
    least: 0.3,
    aim: 0.5,
  },
  {
    figure: 'cached_list_vs_naive',
    means: 'a kept list against a handler that asks the database',
    least: 20,
  },
  {
    figure: 'cold_list_vs_naive',
    means: 'a list that nobody requested before against the same',
    least: 0.95,
  },
  {
    figure: 'single_vs_bare_koa',
    means: 'a kept entry against Koa sending the same bytes',
    least: 0.15,
    aim: 0.5,
  },
  { figure: 'single_vs_naive', means: 'a kept entry against a handler that asks the database', least: 5 },
  {
    figure: 'cached_articles_vs_bare_koa',
    means: 'a kept list of articles against Koa',
    least: 0.15,
    aim: 0.5,
  },
  {
    figure: 'introspection_vs_bare_koa',
    means: 'the description of the project against Koa',
    least: 0.15,
    aim: 0.5,
  },
  {
    figure: 'hit_share_while_publishing',
    means: 'share of kept answers while an article is published each 100 ms',
    least: 0.95,
  },
  { figure: 'default_100k_vs_1k', means: `default order, ${growth}`, most: 3 },
  { figure: 'sorted_100k_vs_1k', means: `the slowest sortable type, ${growth}`, most: 3 },
  { figure: 'filtered_100k_vs_1k', means: `the slowest of eq, in, range, starts_with, ${growth}`, most: 3 },
  { figure: 'filtered_sorted_100k_vs_1k', means: `the same with a sort, ${growth}`, most: 3 },
  { figure: 'two_filters_100k_vs_1k', means: `two filters, one selective, ${growth}`, most: 3 },
  {
    figure: 'articles_100k_vs_1k',
    means: `articles: first page, page 1,000, category, rare word, ${growth}`,
    most: 3,
  },
  {
    figure: 'offset_100k_vs_1k',
    means: `the next page in the middle of a list by offset, default and sorted, ${growth}`,
    most: 3,
  },
  {
    figure: 'create_vs_floor',
    means: 'a published create with a reference against a handler that stores one document',
    most: 3.5,
    aim: 3,
  },
  {
    figure: 'create_vs_floor_of_eight',
    means: 'the same with eight writers of one project',
    most: 3.5,
    aim: 3,
  },
  { figure: 'create_commands', means: 'commands to the database in one such create', most: 11 },
  {
    figure: 'create_with_tags_vs_without',
    means: 'a published create against one by the same service without what keeps cache tags',
    most: 1.05,
  },
  {
    figure: 'kept_list_with_tags_vs_without',
    means: 'a kept list that is asked for with its cache tags against the same list without',
    least: 0.9,
    aim: 1,
  },
  {
    figure: 'create_with_reservations_vs_without',
    means: 'a create that nothing contends with against one by the same service that reads no reservations',
    most: 1.03,
  },
  {
    figure: 'type_change_beside_writers_max_ms',
    means: 'the longest change of a type beside three clients that create through another process, in ms',
    most: 4_000,
  },
  {
    figure: 'create_with_audit_vs_without',
    means: 'a published create against one by the same service that stores no row of the audit log',
    most: 1.15,
  },
  {
    figure: 'narrowed_kept_list_vs_whole',
    means: 'a kept list by a narrowed key against the same list by a whole one',
    least: 0.95,
  },
  {
    figure: 'audit_page_ms',
    means: 'a page of the audit log of a million rows, by the slowest filter',
    most: 50,
  },
  {
    figure: 'purge_median_ms',
    means: 'from the answer of a write to the arrival of its purge, half of them, in ms',
    most: 300,
  },
  { figure: 'purge_slowest_ms', means: 'the slowest of them', most: 1_300 },
  {
    figure: 'blocks_list_vs_flat',
    means: 'a list of 20 entries of 50 blocks, not kept, against flat entries of as many bytes and targets',
    most: 1.5,
  },
  { figure: 'blocks_kept_vs_bare_koa', means: 'the same list, kept, against Koa', least: 0.3, aim: 0.5 },
  {
    figure: 'blocks_write_vs_flat',
    means: 'a create of 50 blocks against one of as many flat texts',
    most: 2,
  },
  {
    figure: 'blocks_loop_lag_p99_ms',
    means: 'lateness of the event loop with a list of 1,000 blocks in ten that is not kept, in ms',
    most: 100,
    aim: 50,
  },
  {
    figure: 'blocks_described_ms',
    means: 'introspection of 20 types that reach 30 blocks, after a change, in ms',
    most: 300,
  },
  {
    figure: 'merge_save_512k_ms',
    means: 'processor time to merge two changes of a text of 512 KiB, in ms',
    most: 50,
  },
  {
    figure: 'admitted_of_601',
    means: 'reads admitted by two processes with a budget of 600',
    least: 600,
    most: 600,
  },
  {
    figure: 'revoked_refused_share',
    means: 'a key revoked on one process is refused on the other',
    least: 1,
  },
  { figure: 'fresh_share', means: 'a write on one process is read on the other', least: 1 },
  { figure: 'idle_memory_mb', means: 'memory of the service that nobody asks, in MB', most: 130 },
  { figure: 'event_loop_lag_p99_ms', means: 'lateness of the event loop at full load, in ms', most: 50 },
];

export function isReached({ least = -Infinity, most = Infinity }: Target, value: number): boolean {
  return value >= least && value <= most;
}

/** The measured figures that miss their bounds. */
export function missed(ratios: Readonly<Record<string, number>>): string[] {
  return targets.flatMap((target) => {
    const value = ratios[target.figure];
    return value === undefined || isReached(target, value) ? [] : [target.figure];
  });
}
