/** The served form of a failure: the keys that every one has, and the hints that some carry. */
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
  /** All faults of a write that has several, at most 20. */
  errors?: { code: string; message: string; param?: string }[];
  [hint: string]: unknown;
}

/** A refusal or a failure of the service. Branch on `code`, show `message`, report `requestId`. */
export class GalleyError extends Error {
  override readonly name = 'GalleyError';
  readonly code: string;
  readonly status: number;
  readonly requestId: string | null;
  /** The parameter or field that is wrong. */
  readonly param: string | null;
  /** All faults of a write; the first is the error itself. Empty when there is only the one. */
  readonly errors: NonNullable<ErrorBody['errors']>;
  /** The error as it was served, with every hint (`did_you_mean`, `available_fields`, `expected` ...). */
  readonly body: ErrorBody;
  /** Seconds after which the request may be tried again, where the service said so. */
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

/** Makes the error of an answer, also of one that something on the way (a proxy) answered in a form of its own. */
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
