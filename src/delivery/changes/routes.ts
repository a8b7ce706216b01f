import { route } from '../../core/http/index.ts';
import { Changes, ChangesQuery } from './schema.ts';
import { readChanges } from './service.ts';
import { streamChanges } from './stream.ts';

export const changesRoutes = [
  route({
    method: 'GET',
    path: '/v1/changes',
    needs: 'read',
    area: 'any',
    summary:
      'Returns the changes since a version: immediately, after a wait for the next change, or as a stream.',
    scope: 'project',
    key: 'any',
    budget: 'read',
    volatile: true,
    heldMs: ({ query }) => (query.wait ?? 0) * 1000,
    errors: [],
    input: { query: ChangesQuery },
    output: Changes,
    run: (context, { query }) => readChanges(context, query),
    stream: (context, { query }, lastEventId) => streamChanges(context, query, lastEventId),
  }),
];
