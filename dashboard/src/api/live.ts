import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Changes } from '../../../src/delivery/changes/schema.ts';
import { isInBulkChange } from './bulk-jobs.ts';
import { requestApi } from './http/client.ts';
import { type Module, useProject } from './project.ts';

/** How long one request waits for a change. */
const waitSeconds = 25;
const retryDelayMs = 5_000;

/** Modules whose screens also show a module: lists of entries show the names of types. */
const dependentModules: Readonly<Partial<Record<Module, readonly Module[]>>> = {
  content: ['translations'],
  blog: ['translations'],
  kb: ['translations'],
  schema: ['content', 'translations'],
  releases: ['content', 'schema', 'translations'],
  media: ['content', 'blog', 'kb', 'authors'],
  authors: ['blog', 'kb', 'translations'],
};

/** Follows the project's change log while the page is visible, and refetches the queries of changed modules. */
export function useLiveUpdates(): void {
  const client = useQueryClient();
  const { id } = useProject();
  useEffect(() => {
    const controller = new AbortController();
    const refresh = (modules: readonly Module[]) => {
      for (const module of new Set(modules.flatMap((name) => [name, ...(dependentModules[name] ?? [])])))
        void client.invalidateQueries({
          queryKey: ['project', id, module],
          predicate: ({ queryKey }) => !isInBulkChange(client, queryKey), // refetched at its end
        });
    };
    void followChanges(id, refresh, controller.signal);
    return () => controller.abort();
  }, [client, id]);
}

async function followChanges(
  projectId: string,
  refresh: (modules: readonly Module[]) => void,
  signal: AbortSignal,
): Promise<void> {
  let last: Changes | null = null;
  while (!signal.aborted) {
    try {
      await waitUntilVisible(signal);
      const query = last === null ? {} : { since: last.next_since ?? last.version, wait: waitSeconds };
      const next: Changes = await requestApi('GET', `/projects/${projectId}/v1/changes`, { query, signal });
      const changed = last === null ? [] : changedModules(last, next);
      refresh(changed);
      if (last !== null && changed.length === 0) await sleep(1_000, signal); // no tight loop if a response comes early
      last = next;
    } catch {
      if (!signal.aborted) await sleep(retryDelayMs, signal);
    }
  }
}

function changedModules(before: Changes, after: Changes): Module[] {
  return Object.entries(after.modules).flatMap(([name, { version }]) =>
    before.modules[name]?.version === version ? [] : [name as Module],
  );
}

/** A hidden page sends no requests. It catches up when it becomes visible. */
export function waitUntilVisible(signal: AbortSignal): Promise<void> {
  if (!document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
