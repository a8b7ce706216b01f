/** What a figure should reach. Nothing fails on it: a busy machine is no broken service. */
export interface Target {
  figure: string;
  means: string;
  least?: number;
  most?: number;
  /** What is hoped for beyond that. */
  aim?: number;
}

const growth = 'of the large project against the small one';

/** Every figure that has a bound, in the order of the table. */
export const targets: readonly Target[] = [
  {
    figure: 'cached_list_vs_bare_koa',
    means: 'a kept list against Koa sending the same bytes',
    least: 0.15,
    aim: 0.5,
  },
  { figure: 'cached_list_vs_naive', means: 'a kept list against a handler that asks the database', least: 5 },
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
  { figure: 'idle_memory_mb', means: 'memory of the service that nobody asks, in MB', most: 150 },
  { figure: 'event_loop_lag_p99_ms', means: 'lateness of the event loop at full load, in ms', most: 50 },
];

/** Whether a figure keeps within its bounds. */
export function isReached({ least = -Infinity, most = Infinity }: Target, value: number): boolean {
  return value >= least && value <= most;
}
