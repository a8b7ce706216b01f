import { Type } from '@sinclair/typebox';
import { dashboardRoute } from '../../core/http/index.ts';
import { listReleaseChanges } from './changes.ts';
import { readPromotion } from './promotion.ts';
import { ChangeList, ChangesQuery, Promotion } from './schema.ts';

const ReleasePath = Type.Object({ releaseId: Type.String() });
const read = { method: 'GET', scope: 'project', needs: 'read', area: 'project' } as const;

export const releaseScreenRoutes = [
  dashboardRoute({
    ...read,
    path: '/releases/:releaseId/changes',
    summary: 'Lists what promoting a release would change, newest change first.',
    timeLimitMs: 15_000,
    errors: ['unknown_release', 'release_not_ready', 'invalid_cursor'],
    input: { path: ReleasePath, query: ChangesQuery },
    output: ChangeList,
    run: (context, { path, query }) => listReleaseChanges(context, path.releaseId, query),
  }),
  dashboardRoute({
    ...read,
    path: '/releases/:releaseId/promotion',
    summary: 'Reads the promotion date of a release, with who set it.',
    errors: ['unknown_release'],
    input: { path: ReleasePath },
    output: Promotion,
    run: (context, { path }) => readPromotion(context, path.releaseId),
  }),
];
