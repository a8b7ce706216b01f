export { actingIn } from './audited.ts';
export { auditedInvitation } from './invitations.ts';
export { accessLinks, deleteInvitations, endLinksTo } from './link-repository.ts';
export { madeLink, makeLink } from './links.ts';
export { findPerson } from './session.ts';
export { newSetUpToken, setUpRows } from './set-up-token-repository.ts';
