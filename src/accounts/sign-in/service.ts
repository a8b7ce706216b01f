export { actingIn } from './audited.ts';
export { auditedInvitation } from './links/invitations.ts';
export { accessLinks, deleteInvitations, endLinksTo } from './links/link-repository.ts';
export { madeLink, makeLink } from './links/links.ts';
export { findPerson } from './session.ts';
export { newSetUpToken, setUpRows } from './set-up/set-up-token-repository.ts';
