/** How a target receives what to drop (docs/delivery.md). */
export const purgeFormatNames = ['signed', 'varnish', 'fastly', 'cloudflare'] as const;
export type PurgeFormatName = (typeof purgeFormatNames)[number];

/** The name under which purges arrive; no endpoint subscribes to it. */
export const purgeEvent = 'cache.purge';

/** What one batch tells a target, or one request of it: tags as they are sent, and the stretch of changes they are of. */
export interface PurgeBatch {
  tags: readonly string[];
  /** Told before, and told again for what was being filled meanwhile. */
  again: readonly string[];
  /** The revision of the project that this brings the target up to. */
  version: number;
  /** The first revision that it covers. */
  since: number;
}

/** What differs in each request. */
export interface PurgeHead {
  id: string;
  createdAt: string;
}

/** One request of a batch, before it has an id. */
export interface PurgeRequest {
  /** Headers that are the same in every attempt; what proves the sender is none of them. */
  headers: Readonly<Record<string, string>>;
  body: (head: PurgeHead) => object;
}

/** The settings of a target, beside its format. */
export interface PurgeAddress {
  url: string | null;
  /** The vendor's name for the site: a service or a zone. */
  service: string | null;
}

export interface PurgeFormat {
  /** The form of the vendor's name for a site, and what it is called; null for a format with an address of its own. */
  service: { form: RegExp; words: string } | null;
  needsToken: boolean;
  /** Tags in one request at most. */
  tagsMax: number;
  /** How often, unless the target says otherwise, in seconds. */
  everySeconds: number;
  /** Whether requests carry the signature of webhooks. */
  isSigned: boolean;
  /** Where requests go; `origin` stands in the place of the vendor's own where tests bring one. */
  address(target: PurgeAddress, origin?: string): string;
  /** What a batch is sent as. */
  requests(batch: PurgeBatch): PurgeRequest[];
  /** The headers by which the receiver knows that it may be told. They are kept in no history. */
  proof(token: string): Record<string, string>;
}
