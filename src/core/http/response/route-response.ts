/** An answer that says more than its body. */
export class RouteResponse<O> {
  readonly body: O;
  readonly also: AnswerDetails;

  constructor(body: O, also: AnswerDetails) {
    this.body = body;
    this.also = also;
  }
}

export interface AnswerDetails {
  status?: 200 | 201 | 202 | 204;
  /** Path of the created resource. */
  location?: string;
  /** Revision of a single resource; leads its ETag (specification: caching). */
  revision?: number;
  /** Sent one after another, each a line of JSON, in the place of a body; bounded by no size. */
  lines?: AsyncIterable<object>;
  /** The dashboard's session cookie: a token to keep, or null to forget it. */
  session?: string | null;
  /** The cookie that identifies this browser to the dashboard. */
  browser?: string;
  /** When a kept copy of this answer stops being true though nothing was written: a scheduled date, a signed URL. */
  validUntil?: Date | null;
  /**
   * When this process makes it again all the same, for figures that may be a little old: no end for any other caller.
   */
  softUntil?: Date;
}

/** Answers `body` with a status, a location, a revision or an end of its truth. */
export function respond<O>(body: O, also: AnswerDetails): RouteResponse<O> {
  return new RouteResponse(body, also);
}
