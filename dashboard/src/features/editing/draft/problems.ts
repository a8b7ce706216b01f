import { type ApiProblem, isTooLarge } from '../../../api/errors/problem.ts';
import type { ProblemDetail } from '../../../api/errors/problem-detail.ts';
import type { Changes, Versions } from './changes.ts';
import type { Values } from '../conflict/merge.ts';

/**
 * The first fault of each field: `body.content[2]` is one of `body`, `seo.title` one of `seo.title` where that is a
 * field, and a problem of a block is one of its field, `sections/blk_1/title`.
 */
export function problemsByField(
  { faults }: ApiProblem,
  isField: (key: string) => boolean,
): Map<string, ProblemDetail> {
  const byField = new Map<string, ProblemDetail>();
  for (const fault of faults) {
    const key = fault.block_id === undefined ? keyOf(fault, isField) : keyInBlock(fault, fault.block_id);
    if (!byField.has(key)) byField.set(key, fault);
  }
  return byField;
}

/** The issues of a rejected save by field. Where the save is too large, its largest field has to become shorter. */
export function problemsInSave(
  problem: ApiProblem,
  sent: Values,
  isField: (key: string) => boolean,
): Map<string, ProblemDetail> {
  if (!isTooLarge(problem)) return problemsByField(problem, isField);
  const sizes = Object.entries(sent).map(
    ([key, value]) => [key, JSON.stringify(value)?.length ?? 0] as const,
  );
  const [largest] = sizes.toSorted(([, one], [, other]) => other - one);
  return new Map(largest === undefined ? [] : [[largest[0], problem.first]]);
}

function keyOf({ param = '' }: ProblemDetail, isField: (key: string) => boolean): string {
  const [first = '', second] = param.split('[')[0]?.split('.') ?? [];
  const both = `${first}.${second}`;
  return isField(both) ? both : first;
}

/** `sections[2].values.items[0].values.title` and `sections.blk_1.title` both lead to `sections/blk_1/title`. */
function keyInBlock({ param = '' }: ProblemDetail, id: string): string {
  const top = /^[^.[]+/.exec(param)?.[0] ?? '';
  const rest = param.split('.values.').slice(1).at(-1) ?? param.split(`.${id}.`)[1] ?? '';
  const key = /^[^.[]+/.exec(rest)?.[0];
  return key === undefined ? `${top}/${id}` : `${top}/${id}/${key}`;
}

/**
 * What a refused save says of the fields that were sent. What was typed since is not at fault; a fault of a part that was
 * not sent by itself, as the number of blocks in a list, is one of the field that was.
 */
export function problemsOfSave(
  found: Map<string, ProblemDetail>,
  changes: Pick<Changes, 'has' | 'changedSince'>,
  versions: Versions,
): { found: Map<string, ProblemDetail>; isKnown: boolean } {
  for (const [key, fault] of [...found]) {
    const [top = ''] = key.split('/');
    if (!changes.has(key) && changes.has(top)) found.set(top, fault);
  }
  const isKnown = [...found.keys()].some((key) => changes.has(key));
  for (const key of changes.changedSince(versions)) found.delete(key);
  return { found, isKnown };
}
