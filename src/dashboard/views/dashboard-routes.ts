import { Type } from '@sinclair/typebox';
import { dashboardRoute } from '../../core/http/index.ts';
import { ChangeView, CreateView, SavedView, SavedViewList, ViewQuery } from './schema.ts';
import { changeView, createView, listViews, removeView } from './service.ts';

const member = { scope: 'project' } as const;
const ViewPath = Type.Object({ viewId: Type.String() });

export const viewRoutes = [
  dashboardRoute({
    scope: 'release',
    method: 'GET',
    path: '/views',
    needs: 'read',
    area: 'any',
    summary: 'Lists the saved views of a list: the person’s own and those that others share.',
    errors: ['role_required'],
    input: { query: ViewQuery },
    output: SavedViewList,
    run: (context, { query }) => listViews(context, query.list),
  }),
  dashboardRoute({
    ...member,
    method: 'POST',
    path: '/views',
    needs: 'read',
    area: 'any',
    audits: 'view.created',
    summary: 'Saves a view of a list: filters, sort order and columns.',
    status: 201,
    errors: ['limit_reached', 'role_required'],
    input: { body: CreateView },
    output: SavedView,
    run: (context, { body }) => createView(context, body),
  }),
  dashboardRoute({
    ...member,
    method: 'PATCH',
    path: '/views/:viewId',
    needs: 'read',
    area: 'any',
    audits: 'view.changed',
    summary: 'Renames, shares or changes a saved view.',
    errors: ['unknown_view', 'role_required', 'nothing_to_update'],
    input: { path: ViewPath, body: ChangeView },
    output: SavedView,
    run: (context, { path, body }) => changeView(context, path.viewId, body),
  }),
  dashboardRoute({
    ...member,
    method: 'DELETE',
    path: '/views/:viewId',
    needs: 'read',
    area: 'any',
    audits: 'view.deleted',
    summary: 'Removes a saved view.',
    status: 204,
    errors: ['unknown_view', 'role_required'],
    input: { path: ViewPath },
    output: null,
    run: (context, { path }) => removeView(context, path.viewId),
  }),
];
