/** The limits of the API (specification: limits). Sizes in bytes, times as the name says. */
export const limits = {
  page_size_max: 100,
  page_size_default: 20,
  ids_max: 50,
  filters_max: 20,
  in_values_max: 50,
  filter_chars_max: 2_048,
  count_cap: 10_000,
  sorted_in_memory_max: 10_000,
  used_by_max: 200,
  referenced_by_in_error: 20,
  session_key_days_min: 1,
  session_key_days_max: 90,
  published_at_year_min: 1990,
  published_at_days_ahead_max: 366,
  types_per_release_max: 200,
  fields_per_type_max: 100,
  string_chars_max: 500,
  text_chars_max: 50_000,
  url_chars_max: 2_048,
  list_items_max: 200,
  blocks_per_release_max: 200,
  fields_per_block_max: 100,
  allowed_blocks_max: 50,
  /** Levels of nested lists of blocks; the entry's own list is the first. */
  blocks_depth_max: 3,
  /** In one snapshot of an entry, over all fields and levels. */
  blocks_per_entry_max: 200,
  block_ids_per_entry_max: 1_000,
  entry_values_bytes_max: 4 * 1024 * 1024,
  richtext_bytes_max: 512 * 1024,
  richtext_nodes_max: 5_000,
  richtext_depth_max: 24,
  markdown_bytes_per_write_max: 2 * 1024 * 1024,
  html_nodes_max: 60_000,
  markdown_tokens_max: 60_000,
  markdown_brackets_max: 20_000,
  ids_per_write_max: 5_000,
  body_depth_max: 100,
  slug_chars_max: 120,
  name_chars_max: 200,
  description_chars_max: 2_000,
  /** Also of ids in a list of links, of links of an author, and of authors and categories of an article. */
  tags_max: 50,
  tag_chars_max: 80,
  file_name_chars_max: 255,
  upload_url_minutes: 15,
  pending_upload_hours: 24,
  image_side_px_max: 100_000,
  /** For `images` and `image_ratio`. */
  image_widths_max: 8,
  image_width_px_min: 16,
  image_width_px_max: 4_096,
  image_ratio_part_max: 10_000,
  placeholder_chars_max: 64,
  webhook_timeout_seconds: 10,
  webhook_retry_seconds: [10, 60, 300, 900, 3600],
  webhook_disable_after_failures: 20,
  webhook_history_days: 30,
  webhook_tolerance_seconds: 300,
  purge_targets_max: 20,
  purge_every_seconds_max: 60,
  purge_repeat_seconds_max: 600,
  purge_repeats_max: 5,
  changes_days: 30,
  versions_max: 100,
  /** Texts of the dashboard name it: `trashPeriod` in dashboard/src/features/trash-period.ts. */
  trash_days: 30,
  preview_links_per_project_max: 100,
  idempotency_hours: 24,
} as const;

/** Operations of a bulk request, unless the operator sets others. */
export const defaultBulkItems = 100;

/**
 * Days between reviews of a knowledge base article, unless the article or its project has its own interval.
 */
export const defaultReviewIntervalDays = 180;

/** Limits of one project unless the operator sets others; introspection and errors use these names. */
export const defaultProjectLimits = {
  keys_per_project_max: 100,
  webhook_endpoints_per_project_max: 20,
  releases_per_project_max: 20,
  /** Over all releases. */
  entries_per_project_max: 1_000_000,
  /** In a cloned release: MongoDB keeps the snapshot that a clone reads for a limited time. */
  entries_per_clone_max: 500_000,
  /** Blog and knowledge base together. */
  articles_per_project_max: 100_000,
  /** Rows that reads in further locales need, over all releases. */
  locale_rows_per_project_max: 2_000_000,
  authors_per_project_max: 10_000,
  categories_per_project_max: 10_000,
  /** Collections and sections together; reads of the knowledge base load all of them. */
  kb_shelves_per_project_max: 2_000,
  media_per_project_max: 100_000,
  media_bytes_per_project_max: 1024 ** 4,
  pending_uploads_per_project_max: 1_000,
  /**
   * All content types of a release together, as responses contain them; OpenAPI descriptions are many times
   * larger.
   */
  definition_bytes_per_release_max: 4 * 1024 * 1024,
} as const;

export type ProjectLimit = keyof typeof defaultProjectLimits;
export type ProjectLimits = Readonly<Record<ProjectLimit, number>>;

/** The rate budgets in requests a minute, unless the operator sets others (specification: limits). */
export const defaultBudgets = { read: 600, write: 60, vote: 30 } as const;

/**
 * All secret keys of a project together have a key's budget times this factor (specification: rate-budgets).
 */
export const defaultProjectFactor = 2;

export type Budget = keyof typeof defaultBudgets;

/** Hours for which a dashboard session lasts, unless the operator sets others. */
export const sessionHours = 336;
