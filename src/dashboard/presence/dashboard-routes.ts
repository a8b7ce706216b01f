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
    summary: 'Says who else is at work in the project, and on what.',
    input: {},
    output: PresentList,
    run: listPresent,
  }),
  dashboardRoute({
    ...member,
    method: 'POST',
    path: '/presence/:itemId',
    needs: 'read',
    area: 'any',
    audits: { none: 'says who looks at an item, for a minute' },
    summary: 'Says that the person has an item open, and who else has.',
    input: { path: ItemPath, body: Heartbeat },
    output: PresentList,
    run: (context, { path, body }) => reportPresence(context, path.itemId.slice(0, 100), body),
  }),
  dashboardRoute({
    ...member,
    method: 'DELETE',
    path: '/presence/:itemId',
    needs: 'read',
    area: 'any',
    audits: { none: 'the same' },
    summary: 'Says that the person closed an item.',
    status: 204,
    input: { path: ItemPath },
    output: null,
    run: (context, { path }) => endPresence(context, path.itemId.slice(0, 100)),
  }),
];
