import type { CallOptions } from '../http/transport.ts';
import type { ErrorBody } from '../http/errors.ts';
import type { Ask } from './resource.ts';

/** One write of a bulk request, in the form of its single request. */
export interface BulkOperation {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path of the single request, such as `/v1/content/page/entries`. */
  path: string;
  body?: object;
  /** The expected revision, an ETag, or `*`. */
  if_match?: string;
}

/** Options of bulk requests. */
export interface BulkOptions extends CallOptions {
  /** `each` (default): every operation is its own write. `all`: everything is stored, or nothing. */
  mode?: 'each' | 'all';
  /** The release to write (`rel_...`). Default: the release of the client. */
  release?: string;
  /** Changes only drafts, as on the single requests. */
  draft?: boolean;
  /** Checks the operations without storing them. */
  dryRun?: boolean;
  /** A repeated request with this key continues after the last stored operation. Default: a random key. */
  idempotencyKey?: string;
}

/** The result of one operation. It has an `error` if the operation failed. */
export interface BulkResult {
  /** The position of the operation. */
  index: number;
  /** The status that the single request would have. */
  status: number;
  id?: string;
  slug?: string;
  revision?: number;
  /** The path of a created item. */
  location?: string;
  warnings?: { code: string; message: string; param?: string; [key: string]: unknown }[];
  error?: Omit<ErrorBody, 'type' | 'request_id'>;
}

export interface BulkCounts {
  in: number;
  succeeded: number;
  failed: number;
}

export interface BulkResults {
  mode: 'each' | 'all';
  counts: BulkCounts;
  results: BulkResult[];
  meta?: { dry_run: true };
}

export interface BulkAllOptions extends BulkOptions {
  /** Operations of one request. Default: 100, the default limit of the service. */
  size?: number;
}

/** Sends up to 100 writes in one request. @throws GalleyError */
export type Bulk = (operations: readonly BulkOperation[], options?: BulkOptions) => Promise<BulkResults>;

/** Sends any number of writes, several in one request, and waits whenever the rate budget is exhausted. @throws GalleyError */
export type BulkAll = (
  operations: Iterable<BulkOperation> | AsyncIterable<BulkOperation>,
  options?: BulkAllOptions,
) => Promise<Omit<BulkResults, 'mode' | 'meta'>>;

export function bulkOf(ask: Ask, clientRelease: string | undefined): Bulk {
  return (operations, { mode, release = clientRelease, ...options } = {}) => {
    const body = { ...(mode === undefined ? {} : { mode }), operations };
    return ask<BulkResults>('POST', '/v1/bulk', { ...options, query: { release }, body });
  };
}
