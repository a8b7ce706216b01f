import type { ApiProblem, Fault } from '../api/problem.ts';

/** The first fault of each field: `body.content[2]` is one of `body`, `seo.title` one of `seo.title` where that is a field. */
export function faultsOf({ faults }: ApiProblem, isField: (key: string) => boolean): Map<string, Fault> {
  const byField = new Map<string, Fault>();
  for (const fault of faults) {
    const [first = '', second] = (fault.param ?? '').split('[')[0]?.split('.') ?? [];
    const both = `${first}.${second}`;
    const key = isField(both) ? both : first;
    if (!byField.has(key)) byField.set(key, fault);
  }
  return byField;
}
