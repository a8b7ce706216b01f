import { notificationWords } from '../../contract/notifications.ts';
import type { Mail } from '../../core/outbound/index.ts';
import type { NotificationRecord } from '../../lifecycle/index.ts';

/** The new notifications of a person in one project. */
export interface ProjectDigest {
  projectId: string;
  projectName: string;
  /** Oldest first; the e-mail lists these. */
  notifications: readonly NotificationRecord[];
  /** How many there are in all. */
  count: number;
}

/** The e-mail with the new notifications of a person. It contains titles, and no other text of content or comments. */
export function composeDigest(to: string, digest: readonly ProjectDigest[], baseUrl: string): Mail {
  const count = digest.reduce((sum, project) => sum + project.count, 0);
  const subject = count === 1 ? '1 new notification' : `${count} new notifications`;
  const [first] = digest;
  const account = `${projectUrl(baseUrl, first?.projectId ?? '')}/account`;
  const lines = [
    `You have ${subject}.`,
    ...digest.flatMap((project) => ['', ...linesOf(project, baseUrl)]),
    '',
    '--',
    `Change how often you get this e-mail: ${account}`,
  ];
  return { to, subject: `${subject} in Galley`, text: `${lines.join('\n')}\n` };
}

function linesOf({ projectId, projectName, notifications, count }: ProjectDigest, baseUrl: string): string[] {
  const project = projectUrl(baseUrl, projectId);
  const hiddenCount = count - notifications.length;
  return [
    oneLine(projectName),
    ...notifications.flatMap((record) => [
      `- ${oneLine(wordsOf(record))} ${oneLine(record.title) || 'Untitled'}`,
      `  ${project}${pathOf(record)}`,
    ]),
    ...(hiddenCount > 0 ? [`- and ${hiddenCount} more`, `  ${project}/notifications`] : []),
  ];
}

function projectUrl(baseUrl: string, projectId: string): string {
  return `${baseUrl}/dashboard/p/${projectId}`;
}

function wordsOf({ about, by, kind }: NotificationRecord): string {
  return notificationWords({ kind: about, by, item: { kind } });
}

/** The editor of the item, with the thread if there is one. */
function pathOf({ kind, item, type, release, thread }: NotificationRecord): string {
  const hash = thread === null ? '' : `#thread-${thread}`;
  if (kind === 'release') return `/releases/${item}`;
  if (kind === 'blog_article') return `/blog/${item}${hash}`;
  if (kind === 'kb_article') return `/kb/articles/${item}${hash}`;
  const search = release === null ? '' : `?release=${release}`;
  return `/entries/${type ?? ''}/${item}${search}${hash}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
