import { useLocation } from '@tanstack/react-router';
import { useProject } from './project.ts';

/** Screens whose content belongs to no release: it is the same in all releases. */
const sharedScreens = ['blog', 'kb', 'authors', 'categories', 'media'] as const;
export type SharedScreen = (typeof sharedScreens)[number];

/**
 * How the current screen relates to the open release: `inside` if it shows the release's content, the screen's name if
 * its content belongs to no release, null if no release is open or the screen is not about content.
 */
export function useReleaseScope(): 'inside' | SharedScreen | null {
  const { releaseId } = useProject();
  const screen = useLocation({ select: ({ pathname }) => /\/p\/[^/]+\/?([^/]*)/.exec(pathname)?.[1] ?? '' });
  if (releaseId === null) return null;
  const shared = sharedScreens.find((name) => name === screen);
  if (shared !== undefined) return shared;
  return ['', 'entries', 'content-types', 'releases'].includes(screen) ? 'inside' : null;
}
