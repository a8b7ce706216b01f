import { isDeepStrictEqual } from 'node:util';

/** The parts of a bucket policy that matter here. Everything else that an operator wrote stays. */
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
 * The policy with a statement that lets everyone read objects by name, without listing them.
 * @param before - the policy as JSON; empty if the bucket has none.
 */
export function withPublicRead(before: string, bucket: string): string {
  const policy = parse(before);
  const publicRead: Statement = {
    Effect: 'Allow',
    Principal: { AWS: ['*'] },
    Action: ['s3:GetObject'],
    Resource: [`arn:aws:s3:::${bucket}/*`],
  };
  const isThere = policy.Statement.some((statement) => isDeepStrictEqual(statement, publicRead));
  return isThere ? before : JSON.stringify({ ...policy, Statement: [...policy.Statement, publicRead] });
}

/** The policy without statements that allow something to everyone; empty if none is left. */
export function withoutPublicAccess(before: string): string {
  const policy = parse(before);
  const remaining = policy.Statement.filter((statement) => !allowsEveryone(statement));
  if (remaining.length === policy.Statement.length) return before;
  return remaining.length === 0 ? '' : JSON.stringify({ ...policy, Statement: remaining });
}

function allowsEveryone({ Effect, Principal }: Statement): boolean {
  if (Effect !== 'Allow') return false;
  if (typeof Principal !== 'object' || Principal === null) return Principal === '*';
  return Object.values(Principal).flat().includes('*');
}

function parse(json: string): Policy {
  if (json === '') return noPolicy;
  const policy = JSON.parse(json) as { Statement?: Statement | Statement[] };
  return { ...policy, Statement: [policy.Statement ?? []].flat() };
}
