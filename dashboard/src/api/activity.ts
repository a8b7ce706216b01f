import { type Query, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ActivityTopic } from '../../../src/contract/notifications.ts';
import type { Activity } from '../../../src/dashboard/activity/schema.ts';
import { isInBulkChange } from './bulk-jobs.ts';
import { requestApi } from './http/client.ts';
import { sleep, waitUntilVisible } from './live.ts';
import { useProject } from './project.ts';

/** How long one request waits for activity. */
const waitSeconds = 25;
const retryDelayMs = 5_000;

type Listener = () => void;
const presenceListeners = new Set<Listener>();

/** Calls `listener` when other people open or close items, or begin to edit them. Returns a function that ends this. */
export function onPresence(listener: Listener): () => void {
  presenceListeners.add(listener);
  return () => presenceListeners.delete(listener);
}

/** Follows the activity of the project while the page is visible, and refetches the queries that it concerns. */
export function useActivity(): void {
  const client = useQueryClient();
  const { id } = useProject();
  useEffect(() => {
    const controller = new AbortController();
    const refresh = (topics: readonly ActivityTopic[], { withLists }: RefreshOptions) => {
      if (topics.includes('presence')) for (const listener of presenceListeners) listener();
      const predicate = ({ queryKey }: Query) =>
        queryKey[1] === id &&
        topics.some((topic) => concerns(topic, queryKey) || (withLists && concernsList(topic, queryKey))) &&
        !isInBulkChange(client, queryKey); // refetched at its end
      // A first request that is still running may have read the state from before, and would not be repeated.
      void client.cancelQueries({ predicate }).then(() => client.invalidateQueries({ predicate }));
    };
    void followActivity(id, refresh, controller.signal);
    return () => controller.abort();
  }, [client, id]);
}

interface RefreshOptions {
  /** Whether lists of entries and articles are refetched too, which show reviews and open comments. */
  withLists: boolean;
}

/** Parts that may have changed between their first read and the first version. */
const firstTopics = ['notifications', 'comments', 'reviews'] as const;

async function followActivity(
  projectId: string,
  refresh: (topics: readonly ActivityTopic[], options: RefreshOptions) => void,
  signal: AbortSignal,
): Promise<void> {
  let since: string | undefined;
  while (!signal.aborted) {
    try {
      await waitUntilVisible(signal);
      const query = since === undefined ? {} : { since, wait: waitSeconds };
      const activity: Activity = await requestApi('GET', `/projects/${projectId}/activity`, {
        query,
        signal,
      });
      if (since === undefined) refresh(firstTopics, { withLists: false });
      else if (activity.changed.length > 0) refresh(activity.changed, { withLists: true });
      if (since !== undefined) await sleep(1_000, signal); // no tight loop while others write
      since = activity.version;
    } catch {
      if (!signal.aborted) await sleep(retryDelayMs, signal);
    }
  }
}

/** Modules whose lists show reviews and the number of open comments. */
const listModules: readonly unknown[] = ['content', 'blog', 'kb'];

function concernsList(topic: ActivityTopic, [, , module, , , part]: QueryKey): boolean {
  return (topic === 'reviews' || topic === 'comments') && listModules.includes(module) && part === 'pages';
}

function concerns(topic: ActivityTopic, [, , module, , path]: QueryKey): boolean {
  if (topic === 'reviews')
    return path === 'item-review' || path === '/home' || String(path).startsWith('/reviews');
  if (topic === 'bulk_jobs') return module === 'bulk';
  return module === topic;
}
