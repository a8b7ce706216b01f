/** The result of one check. */
export interface Finding {
  name: string;
  ok: boolean;
  /** The state, in a sentence. */
  why: string;
  /** What to do; empty if nothing is wrong or `why` says it. */
  fix: string;
}

export function good(name: string, why: string): Finding {
  return { name, ok: true, why, fix: '' };
}

export function bad(name: string, why: string, fix = ''): Finding {
  return { name, ok: false, why, fix };
}

/** A recommendation that doesn't keep the service from running. */
export function advice(name: string, why: string, fix: string): Finding {
  return { name, ok: true, why, fix };
}

/** The text of whatever a check threw. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
