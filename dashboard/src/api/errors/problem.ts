import { inOwnWords } from './error-texts.ts';
import type { ProblemDetail } from './problem-detail.ts';

interface Envelope extends ProblemDetail {
  request_id: string;
  doc_url: string;
  errors?: ProblemDetail[];
}

/** A refusal by the service. `faults` has them all, also when there is one. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly first: ProblemDetail;
  readonly faults: readonly ProblemDetail[];
  readonly requestId: string | null;
  /** As the API sent it, for who looks at its responses. */
  readonly sent: ProblemDetail;

  constructor(status: number, envelope: Partial<Envelope> & ProblemDetail, sent: ProblemDetail = envelope) {
    super(envelope.message);
    this.name = 'ApiProblem';
    this.status = status;
    this.code = envelope.code;
    this.first = envelope;
    this.faults = envelope.errors ?? [envelope];
    this.sent = sent;
    this.requestId = envelope.request_id ?? null;
  }
}

/** Whether something sent is at fault, so that sending it again helps nothing: a bad value, a slug that is taken. */
export function isAboutValues(problem: unknown): problem is ApiProblem {
  if (!(problem instanceof ApiProblem) || problem.code === 'revision_conflict') return false;
  return [400, 413].includes(problem.status) || (problem.status === 409 && problem.first.param !== undefined);
}

/** Whether all values together are too large to be saved. */
export function isTooLarge({ code, first }: ApiProblem): boolean {
  return code === 'payload_too_large' || (code === 'invalid_field_value' && first.param === 'values');
}

/** No answer came: the network or the service is away. What was to be saved is still here. */
export class Unreachable extends Error {
  constructor() {
    super('Galley cannot be reached. Check your connection. Nothing you typed is lost.');
    this.name = 'Unreachable';
  }
}

/** The sentence to show for whatever was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Reads the envelope of a failed response. A response without one, as of a proxy, is described by its status. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => null);
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  if (typeof error !== 'object' || error === null) return withoutEnvelope(response.status);
  const sent = error as Envelope;
  const errors = sent.errors?.map(inOwnWords);
  const own = inOwnWords(sent);
  return new ApiProblem(response.status, errors === undefined ? own : { ...own, errors }, sent);
}

const codeOfStatus: Readonly<Record<number, string>> = {
  413: 'payload_too_large',
  429: 'rate_limited',
  502: 'temporarily_unavailable',
  503: 'temporarily_unavailable',
  504: 'temporarily_unavailable',
};

function withoutEnvelope(status: number): ApiProblem {
  const code = codeOfStatus[status] ?? (status >= 500 ? 'internal_error' : 'no_envelope');
  return new ApiProblem(status, inOwnWords({ code, message: '' }));
}
