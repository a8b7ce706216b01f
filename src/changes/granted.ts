import type { EventRecord } from '../events/schema.ts';
import { type Narrowing, opensRelease } from '../platform/mongo/sieve.ts';

/** What an event tells of, by the first part of its name. */
const areaOf = { content: 'content', blog: 'blog', kb: 'kb', media: 'media', release: 'project' } as const;

/**
 * The event as a narrowed caller hears of it: nothing of what they may not read (specification: access). Events of content
 * are those of the default release.
 */
export function heardEvent(
  event: EventRecord,
  narrowing: Narrowing,
  defaultReleaseId: string,
): EventRecord | null {
  const { data, subject } = event;
  const [part, kind] = event.name.split('.') as [keyof typeof areaOf, string]; // every name begins with one of them
  if (!opens(narrowing, areaOf[part])) return null;
  if (part === 'release') return opensRelease(narrowing, subject) ? event : null;
  if (part === 'content') {
    const type = kind === 'type' ? subject : data['type'];
    return opensType(narrowing, type) && opensRelease(narrowing, defaultReleaseId) ? event : null;
  }
  if (part !== 'media') return event;
  const pages = (data['used_by'] ?? []) as Page[]; // as media/emit-event.ts stores them
  const seen = pages.filter((page) => isSeen(page, narrowing, defaultReleaseId));
  return { ...event, data: { ...data, used_by: seen } };
}

interface Page {
  type: string;
  content_type?: string;
}

function isSeen({ type, content_type: slug }: Page, narrowing: Narrowing, defaultReleaseId: string): boolean {
  if (type === 'entry')
    return (
      opens(narrowing, 'content') && opensType(narrowing, slug) && opensRelease(narrowing, defaultReleaseId)
    );
  if (type === 'author') return ['authors', 'blog', 'kb'].some((area) => opens(narrowing, area));
  return opens(narrowing, type.startsWith('blog_') ? 'blog' : 'kb');
}

function opens({ areas }: Narrowing, area: string): boolean {
  return areas === null || areas.some((one) => one === area);
}

function opensType({ types }: Narrowing, slug: unknown): boolean {
  return types === null || types.some((one) => one === slug);
}
