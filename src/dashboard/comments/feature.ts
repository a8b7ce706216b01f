import type { Feature } from '../../core/context/index.ts';
import { type ThreadRecord, threads } from '../../lifecycle/index.ts';
import { commentRoutes } from './dashboard-routes.ts';
import { sweepThreads } from './orphans.ts';
import { renameInThreads } from './repository.ts';

export const commentsFeature: Feature = {
  name: 'comments',
  dashboardRoutes: commentRoutes,
  collections: [
    {
      collection: threads,
      exported: {
        requiredKeys: ['item', 'kind', 'messages', 'latest_at'],
        rowForm: withoutMembers,
        isHistory: true,
      },
      mayBeSharded: true,
    },
  ],
  erasePerson: (system, { id, newName }) => renameInThreads(system, id, newName),
  jobs: ({ system, stopping }) => [
    { name: 'comments.sweep', everySeconds: 3_600, run: () => sweepThreads(system, stopping) },
  ],
};

/** A thread with the names of its writers alone, because members belong to one installation. */
function withoutMembers(row: Record<string, unknown>): object {
  const thread = row as unknown as ThreadRecord;
  const { resolved_by: resolver, messages } = thread;
  const exported: Partial<ThreadRecord> = {
    ...{ created_by: null, people: [], read: {} },
    resolved_by: resolver === null ? null : { id: null, name: resolver.name },
    messages: messages.map((message) => ({
      ...message,
      by: { id: null, name: message.by.name },
      mentions: [],
    })),
  };
  return { ...thread, ...exported };
}
