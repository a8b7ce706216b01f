export { AskScopes, Scopes } from './access/schema.ts';
export { auditFeature } from './audit-log/feature.ts';
export { RefusalCounter } from './audit-log/rejections/counter.ts';
export { refusalsOf } from './audit-log/rejections/read.ts';
export { AuditRow } from './audit-log/schema.ts';
export { auditRowsOf, namedActor } from './audit-log/service.ts';
export { revokeKey } from './keys/changes.ts';
export { keysFeature } from './keys/feature.ts';
export { lastUse } from './keys/lookup/last-use.ts';
export { KeyCache } from './keys/lookup/key-cache.ts';
export { type KeyPurpose, newToken } from './keys/lookup/token.ts';
export { countIdleWholeKeys, deleteKeys, findSealedToken, projectOfKey } from './keys/repository.ts';
export type { KeyRecord } from './keys/schema.ts';
export { serializeKey } from './keys/serialize.ts';
export { admitKey, checkedOrigin, createKey, type KeyBook, keyLookup, keysOf } from './keys/service.ts';
export { projectCreationFeature } from './new-project/feature.ts';
export { createProject } from './new-project/store.ts';
export { signInFeature } from './sign-in/feature.ts';
export { auditedInvitation } from './sign-in/links/invitations.ts';
export { deleteInvitations } from './sign-in/links/link-repository.ts';
export { madeLink, makeLink } from './sign-in/links/links.ts';
export {
  changeEmail,
  disable,
  enable,
  endEverySession,
  erasePerson,
  linkForAccount,
  setPassword,
} from './sign-in/operator.ts';
export { findPerson } from './sign-in/session.ts';
export { newSetUpToken } from './sign-in/set-up/set-up-token-repository.ts';
export { emailKeyOf, emailOf, serializeUser } from './users/accounts.ts';
export { usersFeature } from './users/feature.ts';
export { checkNarrowable, grantFor } from './users/grant.ts';
export { addMember, auditedRole, endMembership, giveRole, systemIn } from './users/membership.ts';
export { checkNewPassword } from './users/password/password-rules.ts';
export { hashPassword } from './users/password/password.ts';
export {
  countOwners,
  deleteMembers,
  findMember,
  findMemberships,
  findUser,
  findUserByEmail,
  listMembers,
  listUsers,
} from './users/repository.ts';
export { type MemberRecord, Role, type SessionRecord, type UserRecord } from './users/schema.ts';
export { noteEntered } from './users/session-repository.ts';
export { isSessionOpen, sessionName } from './users/sessions.ts';
