import type { ReleaseContext } from '../../core/context/index.ts';
import type { BundleFile, BundleLine } from '../bundle/schema.ts';
import type { Progress } from '../schema.ts';

/** One row of a report: an item that failed, or a warning about a stored one. */
export interface ReportRow {
  /** The name of the file: `articles.ndjson`. */
  file: string;
  /** Counted from 1. */
  line: number;
  source_id: string;
  code: string;
  message: string;
  param?: string;
}

/** `in` is the sum of the other numbers. */
export interface ItemCounts {
  in: number;
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
}

export type ItemResult = Exclude<keyof ItemCounts, 'in'>;

/** The report of a load (specification of the bundle: docs/model/bundle.md). */
export interface LoadReport {
  project: string;
  source: string;
  dry_run: boolean;
  total: ItemCounts;
  counts: Partial<Record<BundleFile, ItemCounts>>;
  failed: ReportRow[];
  warnings: ReportRow[];
}

/** A warning about one item, without its position in the bundle, which the report adds. */
export interface ItemWarning {
  code: string;
  message: string;
  param?: string;
}

/** Why an item is not stored. */
export interface ItemFailure {
  code: string;
  message: string;
  param?: string;
}

/** A line whose references are replaced with ids of the project. */
export interface ResolvedItem {
  line: BundleLine;
  /** The id that the item has or gets. */
  id: string;
  body: Record<string, unknown>;
  /** The published version, if it differs from the draft. */
  live: Record<string, unknown> | null;
  status: 'draft' | 'published';
  createdAt?: Date | undefined;
  updatedAt?: Date | undefined;
  /** Identifies the resolved line; a line with the stored hash is unchanged. */
  hash: string;
  warnings: ItemWarning[];
  /** Items of the bundle to which this one refers. They may be stored later. */
  planned: ReadonlyMap<string, PlannedTarget>;
}

/** An item of the bundle as a link target. */
export interface PlannedTarget {
  contentType?: string;
  mimeType?: string;
}

/** A row of the source map: which item of the project a line of a bundle is. */
export interface SourceRow {
  /** A digest of project, source, file, source id and release. */
  _id: string;
  source: string;
  file: BundleFile;
  source_id: string;
  /** The release of an entry; null for other items. */
  of_release: string | null;
  galley_id: string;
  /** The hash of the line when it was loaded. */
  hash: string;
  /** The revision of the item after the load. */
  revision: number;
}

export interface LoadOptions {
  folder: string;
  /** Creates a context of the release that sees the newest state. */
  newContext: () => Promise<ReleaseContext>;
  dryRun: boolean;
  /** Whether changed lines replace edits that were made in Galley. */
  overwrites: boolean;
  /** Whether all items are stored as drafts, whatever their status in the bundle. */
  storesDraftsOnly: boolean;
  /** Whether files may come from private networks. */
  allowsPrivateHosts: boolean;
  /** A file for the whole report; null for none. */
  reportFile: string | null;
  progress: Progress;
}
