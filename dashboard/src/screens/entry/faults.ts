import type { ApiProblem, Fault } from '../../api/problem.ts';

/** The first fault of each field; `body.content[2]` is one of `body`. */
export function faultsOf({ faults }: ApiProblem): Map<string, Fault> {
  const byField = new Map<string, Fault>();
  for (const fault of faults) {
    const key = fault.param?.split(/[.[]/)[0] ?? '';
    if (!byField.has(key)) byField.set(key, fault);
  }
  return byField;
}
