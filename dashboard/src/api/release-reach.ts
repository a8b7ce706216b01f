import { useLocation } from '@tanstack/react-router';
import { useProject } from './project.ts';

/** What stands in no release: it is the same in all of them, and published at once. */
const sharedScreens = ['blog', 'kb', 'authors', 'categories', 'media'] as const;
export type SharedScreen = (typeof sharedScreens)[number];

/**
 * What the open release is to the screen that is shown: `inside` where its content is looked at, the name
 * of a screen whose content belongs to none, null where no release is open or the screen is not about content.
 */
export function useReleaseReach(): 'inside' | SharedScreen | null {
  const { releaseId } = useProject();
  const screen = useLocation({ select: ({ pathname }) => /\/p\/[^/]+\/?([^/]*)/.exec(pathname)?.[1] ?? '' });
  if (releaseId === null) return null;
  const shared = sharedScreens.find((name) => name === screen);
  if (shared !== undefined) return shared;
  return ['', 'entries', 'content-types', 'releases'].includes(screen) ? 'inside' : null;
}
