import { withDashboardText } from './error-texts.ts';
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
  readonly original: ErrorDetail;

  constructor(status: number, envelope: Partial<Envelope> & ErrorDetail, original: ErrorDetail = envelope) {
    super(envelope.message);
    this.name = 'ApiError';
    this.status = status;
    this.code = envelope.code;
    this.first = envelope;
    this.errors = envelope.errors ?? [envelope];
    this.original = original;
    this.requestId = envelope.request_id ?? null;
  }
}

/** Whether a value in the request caused the error, such as a slug that is in use, so that a retry would fail too. */
export function isAboutValues(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.code === 'revision_conflict') return false;
  return [400, 413].includes(error.status) || (error.status === 409 && error.first.param !== undefined);
}

/** Whether the values together are too large to be saved. */
export function isTooLarge({ code, first }: ApiError): boolean {
  return code === 'payload_too_large' || (code === 'invalid_field_value' && first.param === 'values');
}

/** No response arrived: the network or the service is unavailable. */
export class Unreachable extends Error {
  constructor() {
    super(
      navigator.onLine
        ? 'Can’t reach Galley. Check your connection. Nothing you typed is lost.'
        : 'You’re offline. Nothing you typed is lost.',
    );
    this.name = 'Unreachable';
  }
}

/** The sentence to show for a thrown value. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Reads the error of a failed response. A proxy's response has no error envelope, so its status selects the text. */
export async function readApiError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const envelope = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  if (typeof envelope !== 'object' || envelope === null) return errorWithoutEnvelope(response.status);
  const original = envelope as Envelope;
  const errors = original.errors?.map(withDashboardText);
  const displayed = withDashboardText(original);
  return new ApiError(response.status, errors === undefined ? displayed : { ...displayed, errors }, original);
}

const codeOfStatus: Readonly<Record<number, string>> = {
  413: 'payload_too_large',
  429: 'rate_limited',
  502: 'temporarily_unavailable',
  503: 'temporarily_unavailable',
  504: 'temporarily_unavailable',
};

function errorWithoutEnvelope(status: number): ApiError {
  const code = codeOfStatus[status] ?? (status >= 500 ? 'internal_error' : 'no_envelope');
  return new ApiError(status, withDashboardText({ code, message: '' }));
}
