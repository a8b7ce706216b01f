/** The error in a response: the keys of every error, and additional hints. */
export interface ErrorBody {
  type: string;
  code: string;
  message: string;
  request_id: string;
  doc_url?: string;
  param?: string;
  did_you_mean?: string;
  expected?: string;
  got?: string;
  /** All errors of a write with several errors, at most 20. `index` is the position of an operation in a bulk request. */
  errors?: { code: string; message: string; param?: string; index?: number; status?: number }[];
  [hint: string]: unknown;
}

/** An error response. Branch on `code`, show `message`, report `requestId`. */
export class GalleyError extends Error {
  override readonly name = 'GalleyError';
  readonly code: string;
  readonly status: number;
  readonly requestId: string | null;
  /** The invalid parameter or field. */
  readonly param: string | null;
  /** All errors of a write, beginning with this one. Empty if there is only one. */
  readonly errors: NonNullable<ErrorBody['errors']>;
  /** The error in the response, with all hints (`did_you_mean`, `available_fields`, `expected` ...). */
  readonly body: ErrorBody;
  /** Seconds to wait before you repeat the request, if the service sent them. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, body: ErrorBody, headers: Headers) {
    super(body.message);
    this.code = body.code;
    this.status = status;
    this.requestId = headers.get('X-Request-Id');
    this.param = body.param ?? null;
    this.errors = body.errors ?? [];
    this.body = body;
    this.retryAfterSeconds = secondsOf(headers.get('Retry-After'));
  }
}

/** Creates the error of a response, also of a proxy's response in another form. */
export async function errorOf(response: Response): Promise<GalleyError> {
  const text = await response.text();
  return new GalleyError(response.status, bodyIn(text) ?? strange(response), response.headers);
}

function bodyIn(text: string): ErrorBody | undefined {
  try {
    return (JSON.parse(text) as { error?: ErrorBody } | null)?.error;
  } catch {
    return undefined;
  }
}

function strange({ status, url }: Response): ErrorBody {
  const message = `${url} answered ${status} in a form that is not Galley's.`;
  return { type: 'api_error', code: 'unexpected_answer', message, request_id: '' };
}

function secondsOf(header: string | null): number | null {
  const seconds = Number(header ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : null;
}
