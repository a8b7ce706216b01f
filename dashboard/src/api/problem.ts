/** One fault of an answer, as the service names it (specification: errors). */
export interface ProblemDetail {
  code: string;
  message: string;
  /** The field or parameter at fault: `title`, `body.content[2]`, `fields[1].key`. */
  param?: string;
  /** The block inside which the fault is. */
  block_id?: string;
  did_you_mean?: string;
  expected?: string;
  got?: string;
  current_revision?: number;
  referenced_by?: unknown[];
  /** What proves who a person is, and the ticket of a sign-in that waits for it. */
  methods?: readonly string[];
  ticket?: string;
}

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

  constructor(status: number, envelope: Partial<Envelope> & ProblemDetail) {
    super(envelope.message);
    this.name = 'ApiProblem';
    this.status = status;
    this.code = envelope.code;
    this.first = envelope;
    this.faults = envelope.errors ?? [envelope];
    this.requestId = envelope.request_id ?? null;
  }
}

/** Whether something sent is at fault, so that sending it again helps nothing: a bad value, a slug that is taken. */
export function isAboutValues(problem: unknown): problem is ApiProblem {
  if (!(problem instanceof ApiProblem) || problem.code === 'revision_conflict') return false;
  return problem.status === 400 || (problem.status === 409 && problem.first.param !== undefined);
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

/** Reads the envelope of a failed answer; an answer without one (a proxy's) is described by its status. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => null);
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  if (typeof error === 'object' && error !== null) return new ApiProblem(response.status, error as Envelope);
  const message = `The service returned ${response.status}. Try again in a moment.`;
  return new ApiProblem(response.status, { code: 'no_envelope', message });
}
