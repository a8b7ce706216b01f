import { Type } from '@sinclair/typebox';
import { dashboardRoute } from '../../core/http/index.ts';
import { Heartbeat, PresentList } from './schema.ts';
import { endPresence, listPresent, reportPresence } from './service.ts';

const member = { scope: 'project', errors: [] } as const;
const ItemPath = Type.Object({ itemId: Type.String() });

export const presenceRoutes = [
  dashboardRoute({
    ...member,
    method: 'GET',
    path: '/presence',
    needs: 'read',
    area: 'any',
    summary: 'Lists the other people who have items of the project open.',
    input: {},
    output: PresentList,
    run: listPresent,
  }),
  dashboardRoute({
    ...member,
    locales: 'write',
    method: 'POST',
    path: '/presence/:itemId',
    needs: 'read',
    area: 'any',
    audits: { none: 'records presence, which expires within two minutes' },
    summary: 'Reports that the person has an item open, and lists who else has.',
    input: { path: ItemPath, body: Heartbeat },
    output: PresentList,
    run: (context, { path, body }) => reportPresence(context, path.itemId.slice(0, 100), body),
  }),
  dashboardRoute({
    ...member,
    locales: 'write',
    method: 'DELETE',
    path: '/presence/:itemId',
    needs: 'read',
    area: 'any',
    audits: { none: 'removes presence, which is not content' },
    summary: 'Reports that the person closed an item.',
    status: 204,
    input: { path: ItemPath },
    output: null,
    run: (context, { path }) => endPresence(context, path.itemId.slice(0, 100)),
  }),
];
