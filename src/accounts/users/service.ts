export { createAccount, emailOf, emailKeyOf, serializeUser, storePassword } from './accounts.ts';
export {
  addMember,
  auditedRole,
  endMembership,
  giveRole,
  ownsAllProjectsOf,
  systemIn,
} from './membership.ts';
export { checkNarrowable, grantFor } from './grant.ts';
export { checkNewPassword } from './password/password-rules.ts';
export { hashPassword, isPassword, markedHash } from './password/password.ts';
export {
  changeUser,
  claimUser,
  findMember,
  countOwners,
  findMemberships,
  findUser,
  findUserByEmail,
  findUsers,
  hasUsers,
  listMembers,
  listUsers,
} from './repository.ts';
export {
  deleteSession as endSession,
  deleteSessions as endSessions,
  listSessions,
  noteEntered,
  noteStrong,
} from './session-repository.ts';
export {
  findSignedIn,
  isClosed,
  isSessionOpen,
  openSession,
  sessionName,
  type SessionStart,
  type SignedIn,
} from './sessions.ts';
export {
  addSecondFactor,
  dropSecondFactor,
  noteWrongCode,
  offerTotp,
  takeRecoveryCode,
  takeStep,
} from './second-factor-repository.ts';
