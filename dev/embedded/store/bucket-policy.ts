import { refusal } from './refusal.ts';

/**
 * A parsed statement of a bucket policy. It has no principal, because the only callers are the owner and the public.
 */
interface Statement {
  readonly allows: boolean;
  readonly actions: readonly RegExp[];
  readonly resources: readonly RegExp[];
}

/**
 * Whether a policy allows the public an action.
 * @param json - the policy; null, for a bucket without a policy, allows nothing
 * @param action - for example `s3:GetObject`
 */
export function allowsEverybody(json: string | null, action: string, bucket: string, key: string): boolean {
  if (json === null) return false;
  const resource = `arn:aws:s3:::${bucket}/${key}`;
  const about = readPolicy(json).filter(
    ({ actions, resources }) =>
      actions.some((one) => one.test(action)) && resources.some((one) => one.test(resource)),
  );
  return about.some(({ allows }) => allows) && about.every(({ allows }) => allows);
}

/**
 * Throws `MalformedPolicy` for an invalid policy, and `NotImplemented` for a policy that this store doesn't support.
 */
export function readPolicy(json: string): readonly Statement[] {
  const policy = record(parse(json));
  const statements = [policy['Statement'] ?? []].flat().map(record);
  return statements.filter((statement) => isAboutEverybody(statement['Principal'])).map(readStatement);
}

function readStatement(statement: Readonly<Record<string, unknown>>): Statement {
  const unknown = ['Condition', 'NotAction', 'NotResource', 'NotPrincipal'].find((name) => name in statement);
  if (unknown !== undefined)
    throw refusal('NotImplemented', `This store cannot obey ${unknown} in a policy.`);
  const { Effect: effect } = statement;
  if (effect !== 'Allow' && effect !== 'Deny') throw refusal('MalformedPolicy', 'Effect is Allow or Deny.');
  return {
    allows: effect === 'Allow',
    actions: texts(statement['Action']).map(pattern),
    resources: texts(statement['Resource']).map(pattern),
  };
}

function isAboutEverybody(principal: unknown): boolean {
  if (typeof principal === 'string') return principal === '*';
  return texts(record(principal)['AWS']).includes('*');
}

/** `*` matches any characters, `?` matches one. */
function pattern(text: string): RegExp {
  const escaped = text.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's');
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw refusal('MalformedPolicy', 'A policy is JSON.');
  }
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refusal('MalformedPolicy', 'A policy and its statements are objects.');
  }
  return value as Readonly<Record<string, unknown>>;
}

function texts(value: unknown): readonly string[] {
  const list = [value].flat();
  if (list.length === 0 || !list.every((one) => typeof one === 'string')) {
    throw refusal('MalformedPolicy', 'Principals, actions and resources are texts or lists of texts.');
  }
  return list;
}
