import type { AccountContext } from '../../core/http/index.ts';
import type { Issuer } from '../../core/util/index.ts';
import { addProof, requireSignedIn } from '../sign-in/session.ts';
import { findIdentity } from './identity-repository.ts';
import type { IssuerPerson } from './issuer/claims.ts';
import { ssoRejected } from './issuer/exchange.ts';
import type { FlowRecord } from './schema.ts';

/** Confirms the signed-in person's identity by a new sign-in at a linked issuer. @throws sso_rejected */
export async function confirmWithIssuer(
  context: AccountContext,
  { flow, issuer, person }: { flow: FlowRecord; issuer: Issuer; person: IssuerPerson },
): Promise<void> {
  const signedIn = requireSignedIn(context);
  const identity = await findIdentity(context.system, { issuer: issuer.url, sub: person.sub });
  if (identity?.user_id !== signedIn.id) throw ssoRejected(issuer, 'other_person');
  const { authenticatedAt, hasSecondFactor } = person;
  // The issuer states whole seconds.
  const startSecond = Math.floor(flow.started_at.getTime() / 1000) * 1000;
  if (authenticatedAt === null || authenticatedAt.getTime() < startSecond)
    throw ssoRejected(issuer, 'not_reauthenticated');
  const at = new Date(Math.min(authenticatedAt.getTime(), context.now.getTime()));
  await addProof(context.system, signedIn, { proof: `sso:${issuer.name}`, hasSecondFactor, at });
}
