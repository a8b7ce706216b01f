import type { AuditRow } from '../../../../src/accounts/audit-log/schema.ts';

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

export const vias: Readonly<Record<AuditRow['via'], string>> = {
  dashboard: 'Dashboard',
  api: 'API',
  mcp: 'Agent',
  cli: 'Command line',
  job: 'The service',
};

/** An action as a label: `Draft saved` for `draft.saved`. */
export function actionLabel(action: string): string {
  const words = action.replaceAll(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The title of the changed item. Empty if the action's words already form a whole sentence. */
export function subjectOf({ subject, actor }: AuditRow): string {
  if (subject.kind === 'project' || subject.kind === 'log') return '';
  if (subject.kind === 'member' && subject.id === actor.id) return '';
  return subject.title ?? subject.id;
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

/** The details of an action in words: `role: none to owner`. */
export function detailWords(detail: AuditRow['detail']): string | null {
  if (detail === null) return null;
  return Object.entries(detail)
    .map(([key, value]) => `${key.replaceAll('_', ' ')}: ${valueWords(value)}`)
    .join('; ');
}

function valueWords(value: unknown): string {
  if (value === null) return 'none';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(valueWords).join(', ');
  if (typeof value === 'object' && 'from' in value && 'to' in value)
    return `${valueWords(value.from)} to ${valueWords(value.to)}`;
  return JSON.stringify(value);
}
