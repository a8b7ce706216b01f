/** A response with more than its body. */
export class RouteResponse<O> {
  readonly body: O;
  readonly details: ResponseDetails;

  constructor(body: O, details: ResponseDetails) {
    this.body = body;
    this.details = details;
  }
}

/** A file that a browser stores. */
export interface Download {
  fileName: string;
  mediaType: string;
  pieces: AsyncIterable<string>;
}

export interface ResponseDetails {
  /** 303 sends a browser to `location`. */
  status?: 200 | 201 | 202 | 204 | 303;
  /** Path of the created resource, or the target of a redirect. */
  location?: string;
  /** Revision of a single resource; leads its ETag (specification: caching). */
  revision?: number;
  /** Sent one after another instead of a body, each as a line of JSON, without a bound in bytes. */
  lines?: AsyncIterable<object>;
  /** A file that is sent piece by piece instead of a body, without a bound in bytes. */
  download?: Download;
  /** The dashboard's session cookie: a token to store, or null to delete it. */
  session?: string | null;
  /** Hours that the browser stores that cookie; by default as long as the settings say. */
  sessionHours?: number;
  /** The cookie that identifies this browser to the dashboard. */
  browser?: string;
  /** The cookie that ties sign-ins at issuers to this browser. */
  flow?: string;
  /** When a cached copy of this response expires without a write: a scheduled date, a signed URL. */
  validUntil?: Date | null;
  /** Further headers. */
  headers?: Readonly<Record<string, string>>;
  /** Whether the body combines several responses, so it doesn't have the form of the route. */
  isUnchecked?: boolean;
  /** When this process rebuilds it anyway, for figures that can be a little old; no expiry for other caches. */
  softUntil?: Date;
}

/** The keys of a written item that the result of a bulk request contains. */
export interface WriteSummary {
  id: string;
  slug?: string;
  revision: number;
  meta?: { warnings: readonly object[] };
}

/** The response of a write in a bulk request, whose results don't contain the item. It skips the queries for its form. */
export function respondBriefly<O>(
  { id, slug, revision }: WriteSummary,
  warnings: readonly object[],
  details: ResponseDetails,
): RouteResponse<O> {
  const summary: WriteSummary = {
    id,
    revision,
    ...(slug === undefined ? {} : { slug }),
    ...(warnings.length === 0 ? {} : { meta: { warnings } }),
  };
  return new RouteResponse(summary as unknown as O, details);
}

/** A response with a status, a location, a revision or an expiry. */
export function respond<O>(body: O, details: ResponseDetails): RouteResponse<O> {
  return new RouteResponse(body, details);
}
