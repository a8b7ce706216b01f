import { useSyncExternalStore } from 'react';
import { useProject } from '../../api/project.ts';
import { useSession } from '../../api/session.ts';

const listeners = new Set<() => void>();

/** The content types that a person pinned to the navigation, stored in this browser. Deleted types are omitted. */
export function usePinnedTypes(slugs: readonly string[]) {
  const { id } = useProject();
  const person = useSession()?.user?.id ?? '';
  const storageKey = `galley:pinned-types:${id}:${person}`;
  const storedSlugs = useSyncExternalStore(
    (listener) => (listeners.add(listener), () => listeners.delete(listener)),
    () => localStorage.getItem(storageKey),
  );
  const pinned = (storedSlugs?.split(' ') ?? []).filter((slug) => slugs.includes(slug));
  const toggle = (slug: string) => {
    const next = pinned.includes(slug) ? pinned.filter((other) => other !== slug) : [...pinned, slug];
    localStorage.setItem(storageKey, next.join(' '));
    for (const listener of listeners) listener();
  };
  return { pinned, toggle };
}
