import { isDeepStrictEqual } from 'node:util';

/** The parts of a bucket policy that matter here; what else an operator wrote in it is kept. */
interface Statement {
  readonly Effect?: unknown;
  readonly Principal?: unknown;
  readonly [more: string]: unknown;
}

interface Policy {
  readonly Statement: readonly Statement[];
  readonly [more: string]: unknown;
}

const noPolicy: Policy = { Version: '2012-10-17', Statement: [] };

/**
 * The policy under which every reader may read objects of the bucket by their names (and not list them), and all else
 * stays as it was.
 *
 * @param before - the policy's JSON, or the empty string when the bucket has none.
 */
export function withPublicRead(before: string, bucket: string): string {
  const policy = parse(before);
  const wanted: Statement = {
    Effect: 'Allow',
    Principal: { AWS: ['*'] },
    Action: ['s3:GetObject'],
    Resource: [`arn:aws:s3:::${bucket}/*`],
  };
  const isThere = policy.Statement.some((statement) => isDeepStrictEqual(statement, wanted));
  return isThere ? before : JSON.stringify({ ...policy, Statement: [...policy.Statement, wanted] });
}

/** The policy without what it allows to every reader; the empty string when nothing is left of it. */
export function withoutPublicAccess(before: string): string {
  const policy = parse(before);
  const kept = policy.Statement.filter((statement) => !allowsEverybody(statement));
  if (kept.length === policy.Statement.length) return before;
  return kept.length === 0 ? '' : JSON.stringify({ ...policy, Statement: kept });
}

function allowsEverybody({ Effect, Principal }: Statement): boolean {
  if (Effect !== 'Allow') return false;
  if (typeof Principal !== 'object' || Principal === null) return Principal === '*';
  return Object.values(Principal).flat().includes('*');
}

function parse(json: string): Policy {
  if (json === '') return noPolicy;
  const policy = JSON.parse(json) as { Statement?: Statement | Statement[] };
  return { ...policy, Statement: [policy.Statement ?? []].flat() };
}
