import type { LinkTargetKind } from '../fields/links.ts';
import { isSameJson } from '../fields/json.ts';

/** Kinds of subjects in the audit log. */
export type AuditSubjectKind =
  | LinkTargetKind
  | 'entry'
  | 'media'
  | 'type'
  | 'block'
  | 'release'
  | 'project'
  | 'locale'
  | 'member'
  | 'invitation'
  | 'link'
  | 'key'
  | 'webhook'
  | 'purge_target'
  | 'view'
  | 'bulk_job'
  | 'preview'
  | 'session'
  | 'account'
  | 'log';

/** Every action of the audit log, with the words that follow the actor's name (specification: audit). */
export const auditActions = {
  'entry.created': 'created the entry',
  'entry.changed': 'changed the entry',
  'entry.published': 'published the entry',
  'entry.scheduled': 'scheduled the entry',
  'entry.unpublished': 'unpublished the entry',
  'entry.deleted': 'deleted the entry',
  'entry.restored': 'restored the entry from the trash',
  'article.created': 'created the article',
  'article.changed': 'changed the article',
  'article.published': 'published the article',
  'article.scheduled': 'scheduled the article',
  'article.unpublished': 'unpublished the article',
  'article.archived': 'archived the article',
  'article.deleted': 'deleted the article',
  'article.restored': 'restored the article from the trash',
  'article.reviewed': 'marked the article as reviewed',
  'draft.saved': 'saved a draft of',
  'author.created': 'created the author',
  'author.changed': 'changed the author',
  'author.deleted': 'deleted the author',
  'author.restored': 'restored the author from the trash',
  'category.created': 'created the category',
  'category.changed': 'changed the category',
  'category.deleted': 'deleted the category',
  'category.restored': 'restored the category from the trash',
  'collection.created': 'created the collection',
  'collection.changed': 'changed the collection',
  'collection.deleted': 'deleted the collection',
  'collection.restored': 'restored the collection from the trash',
  'section.created': 'created the section',
  'section.changed': 'changed the section',
  'section.deleted': 'deleted the section',
  'section.restored': 'restored the section from the trash',
  'media.uploaded': 'uploaded the file',
  'media.failed': 'didn’t finish uploading the file',
  'media.changed': 'changed the file',
  'media.replaced': 'replaced the file',
  'media.tagged': 'changed the tags of the file',
  'media.deleted': 'deleted the file',
  'media.restored': 'restored the file from the trash',
  'type.created': 'created the type',
  'type.changed': 'changed the type',
  'type.deleted': 'deleted the type',
  'type.restored': 'restored the type from the trash',
  'block.created': 'created the block',
  'block.changed': 'changed the block',
  'block.deleted': 'deleted the block',
  'block.restored': 'restored the block from the trash',
  'release.created': 'created the release',
  'release.renamed': 'renamed the release',
  'release.scheduled': 'set or removed the promotion date of the release',
  'release.promoted': 'promoted the release',
  'release.deleted': 'deleted the release',
  'release.restored': 'restored the release from the trash',
  'review.requested': 'requested a review of',
  'review.approved': 'approved the draft of',
  'review.returned': 'sent back the draft of',
  'review.removed': 'removed the review of',
  'comment.created': 'commented on',
  'comment.resolved': 'resolved or reopened comments on',
  'comment.deleted': 'deleted a comment on',
  'trash.removed': 'removed from the trash for good',
  'view.created': 'created the view',
  'view.changed': 'changed the view',
  'view.deleted': 'deleted the view',
  'bulk_job.started': 'started a bulk change',
  'bulk_job.stopped': 'stopped a bulk change',
  'import.started': 'started an import into the type',
  'preview.opened': 'opened a preview',
  'preview.link_created': 'created the preview link',
  'preview.link_revoked': 'revoked the preview link',
  'project.created': 'created the project',
  'project.changed': 'changed the settings',
  'project.exported': 'exported the project',
  'project.imported': 'imported the project',
  'project.copied': 'copied the project',
  'project.loaded': 'loaded content into the project',
  'backup.created': 'backed up the project',
  'backup.restored': 'restored the project from a backup',
  'backup.tested': 'tested the restore of a backup of the project',
  'project.deleted': 'deleted the project',
  'project.cleared': 'cleared the caches of the project',
  'locale.added': 'added the locale',
  'locale.changed': 'changed the locale',
  'locale.removed': 'removed the locale',
  'member.entered': 'signed in',
  'member.joined': 'joined the project',
  'member.added': 'added the member',
  'member.changed': 'changed the member',
  'member.removed': 'removed the member',
  'invitation.created': 'created an invitation',
  'invitation.withdrawn': 'withdrew an invitation',
  'link.created': 'created a sign-in link for the member',
  'key.created': 'created the key',
  'key.changed': 'changed the key',
  'key.revoked': 'revoked the key',
  'webhook.created': 'created the webhook',
  'webhook.changed': 'changed the webhook',
  'webhook.rotated': 'rotated the secret of the webhook',
  'webhook.deleted': 'deleted the webhook',
  'webhook.tested': 'sent a test to the webhook',
  'webhook.replayed': 'sent a delivery of the webhook again',
  'purge_target.created': 'created the purge target',
  'purge_target.changed': 'changed the purge target',
  'purge_target.rotated': 'rotated the secret of the purge target',
  'purge_target.deleted': 'deleted the purge target',
  'purge_target.tested': 'sent a test to the purge target',
  'purge_target.replayed': 'sent the purges of the target again',
  'session.began': 'signed in',
  'session.ended': 'ended a session',
  'account.created': 'created an account',
  'account.changed': 'changed the account',
  'account.password_changed': 'changed the password',
  'account.password_removed': 'removed the password',
  'account.factor_added': 'added a second factor',
  'account.factor_removed': 'removed the second factor',
  'account.identity_added': 'linked a single sign-on account',
  'account.identity_removed': 'unlinked a single sign-on account',
  'account.passkey_added': 'added a passkey',
  'account.passkey_removed': 'removed a passkey',
  'account.email_changed': 'changed the e-mail address',
  'account.sessions_ended': 'ended the sessions of the account',
  'account.disabled': 'disabled the account',
  'account.enabled': 'enabled the account',
  'account.forgotten': 'erased the personal data of the account',
  'account.link_created': 'created a sign-in link for the account',
  'log.exported': 'exported the audit log',
  'log.trimmed': 'removed old rows of the audit log',
} as const satisfies Record<string, string>;

export type AuditAction = keyof typeof auditActions;

/** Groups whose actions are all about access and settings, not content. */
const heavyGroups = [
  ...['project', 'locale', 'member', 'invitation', 'link', 'key', 'webhook', 'purge_target'],
  ...['session', 'account', 'log'],
];

/** The part of an action before the dot, by which the log can be filtered. */
export function auditGroup(action: string): string {
  return action.slice(0, action.indexOf('.'));
}

/** Whether an action gives or takes access, or changes settings. */
export function isHeavy(action: AuditAction): boolean {
  return heavyGroups.includes(auditGroup(action));
}

/** The ways in which an actor can act. */
export const auditVias = ['dashboard', 'api', 'mcp', 'cli', 'job'] as const;
export type AuditVia = (typeof auditVias)[number];

/** The value of a setting before and after; only names such as roles and permissions. */
export interface AuditStep {
  from: unknown;
  to: unknown;
}

/** Details of some actions; never a value of content, a token or an e-mail address. */
export interface AuditDetail {
  role?: AuditStep;
  grant?: AuditStep;
  scopes?: AuditStep;
  events?: readonly string[];
  url_host?: string;
  purpose?: string;
  kind?: string;
  method?: string;
  /** The name of the issuer at which the person signs in. */
  issuer?: string;
  items?: number;
  /** The number of the last row that retention removed. */
  to?: number;
  /** Proves that retention removed the rows, and not a person with database access only. */
  proof?: string;
  link?: string;
  /** The codes of the locales whose content a write changed, if one of them is not the default: `de` or `en,de`. */
  locale?: string;
  /** Of a definition that was changed. */
  renamed?: readonly { from: string; to: string }[];
  /** Removed fields of a definition, with the number of entries that had a value. */
  removed?: readonly { field: string; entries: number }[];
}

export interface AuditSubject {
  kind: AuditSubjectKind;
  id: string;
  /** The slug of the entry's type. */
  type?: string;
  title?: string;
}

/** The audit row of a write; actor, time and source come from the request context. */
export interface AuditEntry {
  action: AuditAction;
  subject: AuditSubject;
  releaseId?: string;
  /** The item's revision after the write. */
  revision?: number;
  /** Names of the changed fields. */
  changed?: readonly string[];
  detail?: AuditDetail;
}

/** Returns the keys whose values differ, in the order of `after`. */
export function changedKeys(before: object, after: object): string[] {
  const [old, now] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const keys = new Set([...Object.keys(now), ...Object.keys(old)]);
  return [...keys].filter((key) => old[key] !== now[key] && !isSameJson(old[key], now[key]));
}

/** Maximum field names of a row, and maximum characters of a title. */
export const auditBounds = { changed: 50, title: 120 } as const;

/** The action group of each kind of content. */
const itemGroups = {
  entry: 'entry',
  blog_article: 'article',
  kb_article: 'article',
  author: 'author',
  blog_category: 'category',
  kb_collection: 'collection',
  kb_section: 'section',
} as const satisfies Record<LinkTargetKind | 'entry', string>;

type ItemVerb = 'created' | 'changed' | 'deleted' | 'restored';

/** Returns the action of a verb for this kind of item. */
export function itemAction(kind: keyof typeof itemGroups, verb: ItemVerb): AuditAction {
  return `${itemGroups[kind]}.${verb}`;
}

const restoredGroups = {
  ...itemGroups,
  media: 'media',
  type: 'type',
  block: 'block',
  release: 'release',
} as const;

/** Returns the action of restoring this kind of item from the trash. */
export function restoredAction(kind: keyof typeof restoredGroups): AuditAction {
  return `${restoredGroups[kind]}.restored`;
}
