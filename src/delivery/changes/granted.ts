import type { Area } from '../../contract/access.ts';
import type { EventFamily } from '../../contract/events/events.ts';
import type { EventRecord } from '../../projects/index.ts';
import { type Narrowing, opensRelease } from '../../core/mongo/index.ts';

/** A new event family does not compile without an area here. */
const areaOf: Readonly<Record<EventFamily, Area>> = {
  content: 'content',
  blog: 'blog',
  kb: 'kb',
  media: 'media',
  release: 'project',
};

/**
 * Returns the part of an event that a narrowed caller may read, or null (specification: access). Content events belong to
 * the release that was the default when they happened.
 */
export function visibleEvent(event: EventRecord, narrowing: Narrowing): EventRecord | null {
  const { data, subject } = event;
  const [family, kind] = event.name.split('.') as [EventFamily, string];
  if (!opens(narrowing, areaOf[family])) return null;
  switch (family) {
    case 'release':
      return opensRelease(narrowing, subject) ? event : null;
    case 'content': {
      const type = kind === 'type' ? subject : data['type'];
      return opensType(narrowing, type) && opensReleaseOf(event, narrowing) ? event : null;
    }
    case 'media':
      return { ...event, data: { ...data, ...visibleUses(event, narrowing) } };
    case 'blog':
    case 'kb':
      return event;
  }
}

/** Rows of older versions have no release id, so callers narrowed by release don't get them. */
function opensReleaseOf({ release_id: releaseId }: EventRecord, narrowing: Narrowing): boolean {
  return releaseId === undefined ? narrowing.releases === null : opensRelease(narrowing, releaseId);
}

/** A page on which a file is used, as `content/media/emit-event.ts` stores it. */
interface Page {
  type: string;
  content_type?: string;
}

/**
 * Returns the pages that the caller may read, and their number. If the stored list was cut, the number is one more than
 * the list, so that receivers still purge broadly.
 */
function visibleUses(event: EventRecord, narrowing: Narrowing): { used_by: Page[]; used_by_total: number } {
  const pages = (event.data['used_by'] ?? []) as Page[];
  const isCut = Number(event.data['used_by_total'] ?? 0) > pages.length;
  const visible = pages.filter((page) => isVisiblePage(page, event, narrowing));
  return { used_by: visible, used_by_total: visible.length + (isCut ? 1 : 0) };
}

function isVisiblePage(
  { type, content_type: slug }: Page,
  event: EventRecord,
  narrowing: Narrowing,
): boolean {
  if (type === 'entry')
    return opens(narrowing, 'content') && opensType(narrowing, slug) && opensReleaseOf(event, narrowing);
  if (type === 'author') return (['authors', 'blog', 'kb'] as const).some((area) => opens(narrowing, area));
  return opens(narrowing, type.startsWith('blog_') ? 'blog' : 'kb');
}

function opens({ areas }: Narrowing, area: Area): boolean {
  return areas === null || areas.includes(area);
}

function opensType({ types }: Narrowing, slug: unknown): boolean {
  return types === null || types.some((type) => type === slug);
}
