import { withOwnText } from './error-texts.ts';
import type { ErrorDetail } from './error-detail.ts';

interface Envelope extends ErrorDetail {
  request_id: string;
  doc_url: string;
  errors?: ErrorDetail[];
}

/** An error response of the service. `errors` contains all errors, also when there is only one. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly first: ErrorDetail;
  readonly errors: readonly ErrorDetail[];
  readonly requestId: string | null;
  /** The error with the texts of the API, for the JSON view. */
  readonly sent: ErrorDetail;

  constructor(status: number, envelope: Partial<Envelope> & ErrorDetail, sent: ErrorDetail = envelope) {
    super(envelope.message);
    this.name = 'ApiError';
    this.status = status;
    this.code = envelope.code;
    this.first = envelope;
    this.errors = envelope.errors ?? [envelope];
    this.sent = sent;
    this.requestId = envelope.request_id ?? null;
  }
}

/** Whether a sent value caused the error, so that a retry would fail too: an invalid value, a slug that is in use. */
export function isAboutValues(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.code === 'revision_conflict') return false;
  return [400, 413].includes(error.status) || (error.status === 409 && error.first.param !== undefined);
}

/** Whether all values together are too large to be saved. */
export function isTooLarge({ code, first }: ApiError): boolean {
  return code === 'payload_too_large' || (code === 'invalid_field_value' && first.param === 'values');
}

/** No response arrived: the network or the service is unavailable. */
export class Unreachable extends Error {
  constructor() {
    super('Galley cannot be reached. Check your connection. Nothing you typed is lost.');
    this.name = 'Unreachable';
  }
}

/** The sentence to show for a thrown value. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Reads the error of a failed response. The response of a proxy has no envelope; its status selects the text. */
export async function readApiError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const envelope = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  if (typeof envelope !== 'object' || envelope === null) return withoutEnvelope(response.status);
  const sent = envelope as Envelope;
  const errors = sent.errors?.map(withOwnText);
  const own = withOwnText(sent);
  return new ApiError(response.status, errors === undefined ? own : { ...own, errors }, sent);
}

const codeOfStatus: Readonly<Record<number, string>> = {
  413: 'payload_too_large',
  429: 'rate_limited',
  502: 'temporarily_unavailable',
  503: 'temporarily_unavailable',
  504: 'temporarily_unavailable',
};

function withoutEnvelope(status: number): ApiError {
  const code = codeOfStatus[status] ?? (status >= 500 ? 'internal_error' : 'no_envelope');
  return new ApiError(status, withOwnText({ code, message: '' }));
}
