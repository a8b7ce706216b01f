import { hourMs } from '../../contract/time.ts';
import { defaultPolicy, type SessionRules, type SignInPolicy } from '../../contract/sign-in-policy.ts';
import type { CurrentSession } from '../../core/http/index.ts';
import type { SignInBounds } from '../../core/util/index.ts';
import type { ProjectRecord } from '../../projects/index.ts';
import { acceptedMethods } from '../sign-in/sign-in-methods.ts';
import type { MemberRecord } from '../users/schema.ts';

/** The rules of a project for sign-ins. Projects of an older version have group roles only. */
export function policyOf({ settings }: Pick<ProjectRecord, 'settings'>): SignInPolicy {
  return { ...defaultPolicy, ...settings.sign_in };
}

/** A membership with the rules of its project. */
export interface RuledMembership {
  member: Pick<MemberRecord, 'role' | 'source'>;
  rules: SessionRules;
}

/** A rule that a session does not meet: other sign-in methods, a second factor, or a new proof of identity. */
export type UnmetRule = { rule: 'method'; methods: string[] } | { rule: 'second_factor' | 'max_age' };

/**
 * Returns the first rule of a project that a session does not meet; null if the session may open the project.
 * Sessions from the operator's link and from set-up meet every rule.
 */
export function findUnmetRule(
  { member, rules }: RuledMembership,
  session: Omit<CurrentSession, 'method' | 'expiresAt' | 'link'>,
  { bounds, now }: { bounds: SignInBounds; now: Date },
): UnmetRule | null {
  if (session.isOperatorAccess) return null;
  const accepted = acceptedMethods(bounds);
  const { source } = member;
  // The method of a group is not accepted after its issuer was removed.
  for (const methods of [source === undefined ? null : [`sso:${source.issuer}`], rules.methods]) {
    const isMet = (method: string) => accepted.includes(method) && session.proofs.includes(method);
    if (methods !== null && !methods.some(isMet)) return { rule: 'method', methods };
  }
  if (needsSecondFactor({ member, rules }, bounds) && !session.hasSecondFactor)
    return { rule: 'second_factor' };
  const { max_age_hours: hours } = rules;
  const { confirmedAt, startedAt } = session;
  const ageMs = now.getTime() - (confirmedAt ?? startedAt).getTime();
  return hours !== null && ageMs > hours * hourMs ? { rule: 'max_age' } : null;
}

function needsSecondFactor({ member, rules }: RuledMembership, { secondFactor }: SignInBounds): boolean {
  if (rules.second_factor === 'required' || secondFactor === 'all') return true;
  return secondFactor === 'owners' && member.role === 'owner';
}
