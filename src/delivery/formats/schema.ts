/** The request formats of purge targets (docs/build/cache-tags.md). */
export const purgeFormatNames = ['signed', 'varnish', 'fastly', 'cloudflare'] as const;
export type PurgeFormatName = (typeof purgeFormatNames)[number];

/** The event name of purges; endpoints can't subscribe to it. */
export const purgeEvent = 'cache.purge';

/** The tags of one batch, or of one of its requests, and the range of their changes. */
export interface PurgeBatch {
  tags: readonly string[];
  /** Tags sent before, repeated because a cache may have stored a response fetched before the change. */
  again: readonly string[];
  /** The last project revision in the range. */
  version: number;
  /** The first project revision in the range. */
  since: number;
}

/** What differs in each request. */
export interface PurgeHead {
  id: string;
  createdAt: string;
}

/** One request of a batch, before it has an id. */
export interface PurgeRequest {
  /** Headers of every attempt, without credentials. */
  headers: Readonly<Record<string, string>>;
  body: (head: PurgeHead) => object;
}

export interface PurgeAddress {
  url: string | null;
  /** The vendor's name for the site: a service or a zone. */
  service: string | null;
}

export interface PurgeFormat {
  /** The pattern of the vendor's site id, and its description in errors; null for a format with a custom URL. */
  service: { form: RegExp; words: string } | null;
  needsToken: boolean;
  /** Maximum tags per request. */
  tagsMax: number;
  /** Default minimum seconds between two purges. */
  everySeconds: number;
  /** Whether requests carry the signature of webhooks. */
  isSigned: boolean;
  /** Returns the URL of requests; tests replace the vendor's origin. */
  address(target: PurgeAddress, origin?: string): string;
  requests(batch: PurgeBatch): PurgeRequest[];
  /** Returns the credential headers, which are not stored in the history. */
  proof(token: string): Record<string, string>;
}
