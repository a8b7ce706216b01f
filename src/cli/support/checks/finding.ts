/** One thing that was looked at. */
export interface Finding {
  name: string;
  ok: boolean;
  /** What was found. */
  why: string;
  /** What to do about it; empty when it is well, or when `why` says it. */
  fix: string;
}

export function good(name: string, why: string): Finding {
  return { name, ok: true, why, fix: '' };
}

export function bad(name: string, why: string, fix = ''): Finding {
  return { name, ok: false, why, fix };
}

/** Something to do that keeps nothing from running. */
export function advice(name: string, why: string, fix: string): Finding {
  return { name, ok: true, why, fix };
}
