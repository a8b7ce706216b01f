import { useSyncExternalStore } from 'react';
import { useProject } from '../../api/project.ts';
import { useSession } from '../../api/session.ts';

const listeners = new Set<() => void>();

/**
 * The content types that a person keeps in the navigation, in the order in which they were pinned; remembered in this
 * browser. Those that are gone are left out.
 */
export function usePinnedTypes(slugs: readonly string[]) {
  const { id } = useProject();
  const person = useSession()?.user?.id ?? '';
  const place = `galley:pinned-types:${id}:${person}`;
  const stored = useSyncExternalStore(
    (listener) => (listeners.add(listener), () => listeners.delete(listener)),
    () => localStorage.getItem(place),
  );
  const pinned = (stored?.split(' ') ?? []).filter((slug) => slugs.includes(slug));
  const toggle = (slug: string) => {
    const next = pinned.includes(slug) ? pinned.filter((one) => one !== slug) : [...pinned, slug];
    localStorage.setItem(place, next.join(' '));
    for (const tell of listeners) tell();
  };
  return { pinned, toggle };
}
