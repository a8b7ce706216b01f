import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Changes } from '../../../src/delivery/changes/schema.ts';
import { requestApi } from './http/client.ts';
import { type Module, useProject } from './project.ts';

/** How long one request waits for a change, in seconds. */
const waitSeconds = 25;
/** How long to rest after a failure, in milliseconds. */
const restMs = 5_000;

/** What else a change of a module shows in: a renamed type in lists of entries, a promoted release everywhere. */
const also: Readonly<Partial<Record<Module, readonly Module[]>>> = {
  schema: ['content'],
  releases: ['content', 'schema'],
  media: ['content', 'blog', 'kb', 'authors'],
  authors: ['blog', 'kb'],
};

/** Follows the project's change log while the page is seen, and makes what changed be asked for again. */
export function useLiveUpdates(): void {
  const client = useQueryClient();
  const { id } = useProject();
  useEffect(() => {
    const ending = new AbortController();
    const refresh = (modules: readonly Module[]) => {
      for (const module of new Set(modules.flatMap((name) => [name, ...(also[name] ?? [])])))
        void client.invalidateQueries({ queryKey: ['project', id, module] });
    };
    void follow(id, refresh, ending.signal);
    return () => ending.abort();
  }, [client, id]);
}

async function follow(
  projectId: string,
  refresh: (modules: readonly Module[]) => void,
  signal: AbortSignal,
): Promise<void> {
  let last: Changes | null = null;
  while (!signal.aborted) {
    try {
      await untilSeen(signal);
      const query = last === null ? {} : { since: last.next_since ?? last.version, wait: waitSeconds };
      const next: Changes = await requestApi('GET', `/projects/${projectId}/v1/changes`, { query, signal });
      const changed = last === null ? [] : changedModules(last, next);
      refresh(changed);
      if (last !== null && changed.length === 0) await pause(1_000, signal); // never a tight loop, whatever waits
      last = next;
    } catch {
      if (!signal.aborted) await pause(restMs, signal);
    }
  }
}

function changedModules(before: Changes, after: Changes): Module[] {
  return Object.entries(after.modules).flatMap(([name, { version }]) =>
    before.modules[name]?.version === version ? [] : [name as Module],
  );
}

/** A hidden page sends no request; it catches up when it is looked at again. */
function untilSeen(signal: AbortSignal): Promise<void> {
  if (!document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
