/** Limits of an import of a table in the dashboard. */
export const tableLimits = {
  rows_max: 10_000,
  bytes_max: 20_000_000,
  /** Rows of one upload. */
  rows_at_once: 500,
  /** Rows of one check. */
  checked_rows_max: 100,
  columns_max: 500,
  /** Rejected rows that a report lists. */
  reported_max: 500,
  report_days: 7,
} as const;
