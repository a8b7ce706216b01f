import type { AuditRow } from '../../../../src/accounts/audit-log/schema.ts';
import { labelOfParam } from '../../api/errors/issue-reasons.ts';
import { counted } from '../../components/base/counted.ts';

/** The groups of actions by which the log can be filtered, in display order. */
export const groups: readonly { value: string; label: string }[] = [
  { value: 'entry.*', label: 'Entries' },
  { value: 'article.*', label: 'Articles' },
  { value: 'draft.*', label: 'Drafts' },
  { value: 'author.*', label: 'Authors' },
  { value: 'category.*', label: 'Categories' },
  { value: 'media.*', label: 'Media' },
  { value: 'type.*', label: 'Content types' },
  { value: 'release.*', label: 'Releases' },
  { value: 'key.*', label: 'Keys' },
  { value: 'webhook.*', label: 'Webhooks' },
  { value: 'purge_target.*', label: 'Purge targets' },
  { value: 'member.*', label: 'Members' },
  { value: 'invitation.*', label: 'Invitations' },
  { value: 'project.*', label: 'Settings' },
  { value: 'locale.*', label: 'Languages' },
  { value: 'log.*', label: 'Audit log' },
];

export const sourceNames: Readonly<Record<AuditRow['via'], string>> = {
  dashboard: 'Dashboard',
  api: 'API',
  mcp: 'Agent',
  cli: 'Command line',
  job: 'The service',
};

/** An action as a label: `Draft saved` for `draft.saved`. */
export function actionLabel(action: string): string {
  if (action === 'member.entered' || action === 'session.began') return 'Signed in';
  const words = action.replaceAll(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Kinds of subjects without a title: the action's words form a whole sentence. */
const namelessKinds = ['project', 'log', 'bulk_job', 'preview', 'session', 'invitation'];
/** What stands for the names of deleted members, accounts and keys: `removed the member who left`. */
const namesOfDeleted: Readonly<Record<string, string>> = {
  member: 'who left',
  account: 'which was deleted',
  key: 'which was deleted',
};

/** The title of the changed item. Empty if the action's words already form a whole sentence. */
export function subjectOf({ subject, actor }: Pick<AuditRow, 'subject' | 'actor'>): string {
  const { kind, id, title } = subject;
  if (namelessKinds.includes(kind)) return '';
  if (['member', 'account'].includes(kind) && id === actor.id) return '';
  if (title !== null && title !== id) return title;
  // The id of a type or block is its slug. Other ids mean nothing to people.
  return namesOfDeleted[kind] ?? (['type', 'block'].includes(kind) ? id : 'without a title');
}

/** Who acted: people and keys by their names, jobs of the service as Galley. */
export function actorName({ kind, id, name }: AuditRow['actor']): string {
  if (kind === 'job') return 'Galley';
  if (kind === 'command') return 'An operator';
  if (kind === 'import') return 'An import';
  if (name !== '' && name !== id) return name;
  return kind === 'key' ? 'A deleted key' : kind === 'user' ? 'A former member' : 'Someone';
}

/** A row as a sentence: `Bea published the entry Kites`. */
export function sentenceOf(row: AuditRow): string {
  return `${actorName(row.actor)} ${row.words} ${subjectOf(row)}`.trim();
}

/** The codes of the locales whose texts a write changed; none if it changed those of the default one only. */
export function writtenLocales({ detail, subject }: Pick<AuditRow, 'detail' | 'subject'>): string[] {
  const codes = detail?.['locale'];
  return typeof codes === 'string' && subject.kind !== 'locale' ? codes.split(',') : [];
}

/** The URL of an item in the locale that a write changed, or in the default one if it changed several. */
export function hrefInLocale(href: string, row: Pick<AuditRow, 'detail' | 'subject'>): string {
  const [code, ...others] = writtenLocales(row);
  if (code === undefined || others.length > 0) return href;
  return `${href}${href.includes('?') ? '&' : '?'}locale=${code}`;
}

/** Details that only programs read: ids, and the proof of retention. */
const hiddenDetails = ['link', 'proof', 'locale', 'to'];
const detailNames: Readonly<Record<string, string>> = {
  url_host: 'Website',
  grant: 'Access',
  scopes: 'Permissions',
  items: 'Number of items',
  method: 'Signed in with',
  issuer: 'Single sign-on',
};

/** The details of an action in words: `Role: none to owner`. Null if there is nothing for people. */
export function detailWords(detail: AuditRow['detail']): string | null {
  const parts = Object.entries(detail ?? {})
    .filter(([key]) => !hiddenDetails.includes(key))
    .map(([key, value]) => `${detailNames[key] ?? labelOfParam(key)}: ${valueWords(value)}`);
  return parts.length === 0 ? null : parts.join('; ');
}

function valueWords(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' || typeof value === 'number') return String(value).replaceAll('_', ' ');
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(valueWords).join(', ');
  if (typeof value !== 'object') return '';
  if ('from' in value && 'to' in value) return `${valueWords(value.from)} to ${valueWords(value.to)}`;
  if ('field' in value && 'entries' in value)
    return `${valueWords(value.field)} (in ${counted(Number(value.entries), 'entry', 'entries')})`;
  return Object.entries(value)
    .map(([key, part]) => `${key.replaceAll('_', ' ')} ${valueWords(part)}`)
    .join(', ');
}
