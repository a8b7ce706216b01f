import type { Person } from '../../core/http/index.ts';
import type { SignInBounds } from '../../core/util/index.ts';
import { isSecondFactor } from '../users/session-proofs.ts';
import { findUnmetRule, type RuledMembership } from './session-rules.ts';

/** The error that the routes of a project return in a session. */
export interface Blocked {
  code: 'sign_in_method_required' | 'second_factor_setup_required' | 'step_up_required';
  /** The accepted sign-in methods, or the accepted proofs of identity in this session. */
  methods: string[];
}

/** Returns why a session can't open a project of the person; null if it can. */
export async function findBlock(
  membership: RuledMembership,
  { session, listProofMethods }: Pick<Person, 'session' | 'listProofMethods'>,
  at: { bounds: SignInBounds; now: Date },
): Promise<Blocked | null> {
  const unmet = findUnmetRule(membership, session, at);
  if (unmet === null) return null;
  if (unmet.rule === 'method') return { code: 'sign_in_method_required', methods: unmet.methods };
  const methods = await listProofMethods();
  if (unmet.rule === 'max_age') return { code: 'step_up_required', methods };
  const secondFactors = methods.filter(isSecondFactor);
  const hasOne = secondFactors.length > 0;
  return { code: hasOne ? 'step_up_required' : 'second_factor_setup_required', methods: secondFactors };
}
