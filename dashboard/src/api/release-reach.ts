import { useLocation } from '@tanstack/react-router';
import { useProject } from './project.ts';

/** What stands in no release: it is the same in all of them, and published at once. */
const sharedScreens = ['blog', 'kb', 'authors', 'categories', 'media'];

/**
 * What the open release is to the screen that is shown: `inside` where its content is looked at, `outside` where content
 * belongs to none, null where no release is open or the screen is not about content.
 */
export function useReleaseReach(): 'inside' | 'outside' | null {
  const { releaseId } = useProject();
  const screen = useLocation({ select: ({ pathname }) => /\/p\/[^/]+\/?([^/]*)/.exec(pathname)?.[1] ?? '' });
  if (releaseId === null) return null;
  if (sharedScreens.includes(screen)) return 'outside';
  return ['', 'entries', 'content-types', 'releases'].includes(screen) ? 'inside' : null;
}
