export { findCaller } from './access/find-caller.ts';
export { ScopesInput, Scopes } from './access/schema.ts';
export { auditFeature } from './audit-log/feature.ts';
export { RejectionCounter } from './audit-log/rejections/counter.ts';
export { listRejections } from './audit-log/rejections/read.ts';
export { AuditRow } from './audit-log/schema.ts';
export { streamAuditRows, namedActor } from './audit-log/service.ts';
export { revokeKey } from './keys/changes.ts';
export { keysFeature } from './keys/feature.ts';
export { createUseRecorder } from './keys/lookup/last-use.ts';
export { KeyCache } from './keys/lookup/key-cache.ts';
export { type KeyPurpose, newToken } from './keys/lookup/token.ts';
export { countIdleUnscopedKeys, deleteKeys, findSealedToken, findProjectOfKey } from './keys/repository.ts';
export type { KeyRecord } from './keys/schema.ts';
export { serializeKey } from './keys/serialize.ts';
export { admitKey, checkOrigin, createKey, type KeyStore, keyLookup, keysOf } from './keys/service.ts';
export { projectCreationFeature } from './new-project/feature.ts';
export { type Blocked, findBlock } from './policy/blocked.ts';
export { policyFeature } from './policy/feature.ts';
export { ReplaceProjectSignIn } from './policy/schema.ts';
export { clearSessionRules, readPolicy, replacePolicy } from './policy/service.ts';
export { policyOf } from './policy/session-rules.ts';
export { admitCreation, checkMayCreate, storeCopyOf } from './new-project/service.ts';
export { createProject } from './new-project/store.ts';
export { passkeysFeature } from './passkeys/feature.ts';
export { countUnusable as countUnusablePasskeys, listPasskeys } from './passkeys/repository.ts';
export { signInFeature } from './sign-in/feature.ts';
export { auditedInvitation } from './sign-in/links/invitations.ts';
export { deleteInvitations } from './sign-in/links/link-repository.ts';
export { serializeLink, createLink } from './sign-in/links/links.ts';
export {
  changeEmail,
  disableAccount,
  enableAccount,
  endAllSessions as endEverySession,
  erasePerson,
  createAccountLink,
  setPassword,
} from './sign-in/operator-actions.ts';
export { findPerson, requireSignedIn } from './sign-in/session.ts';
export { examineOwners } from './sign-in/sign-in-methods.ts';
export { createSetUpToken } from './sign-in/set-up/set-up-token-repository.ts';
export { callbackUrl as issuerCallbackUrl } from './sso/flow.ts';
export { listIdentities } from './sso/identity-repository.ts';
export { checkIssuer } from './sso/issuer/check-issuer.ts';
export { unlinkIdentity } from './sso/link-identity.ts';
export { ssoFeature } from './sso/feature.ts';
export { normalizeEmail, checkEmail, serializeUser } from './users/accounts.ts';
export { usersFeature } from './users/feature.ts';
export { checkNarrowable, checkGrant } from './users/grant.ts';
export { addMember, auditedRole, endMembership, giveRole, systemInTransaction } from './users/membership.ts';
export { checkNewPassword } from './users/password/password-rules.ts';
export { hashPassword } from './users/password/password.ts';
export {
  deleteMembers,
  findActiveMember,
  findMember,
  findMemberships,
  findUser,
  findUserByEmail,
  findUsers,
  listMembers,
  listUsers,
} from './users/repository.ts';
export { type MemberRecord, Role, type SessionRecord, type UserRecord } from './users/schema.ts';
export { addEnteredProject } from './users/session-repository.ts';
export { sessionName } from './users/sessions.ts';
