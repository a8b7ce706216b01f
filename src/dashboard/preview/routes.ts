import { dashboardRoute, route } from '../../core/http/index.ts';
import { CreatePreview, Preview, PreviewSession } from './schema.ts';
import { describeSession, openPreview } from './service.ts';

export const previewRoutes = [
  route({
    method: 'GET',
    path: '/preview/v1/session',
    needs: 'read',
    area: 'any',
    summary: 'Returns what a preview token, or a secret key that can read drafts, gives access to.',
    scope: 'project',
    key: 'secret',
    budget: 'read',
    volatile: true,
    errors: [],
    input: {},
    output: PreviewSession,
    run: describeSession,
  }),
];

export const previewScreenRoutes = [
  dashboardRoute({
    scope: 'project',
    method: 'POST',
    path: '/preview',
    needs: 'read',
    area: 'any',
    audits: 'preview.opened',
    summary: 'Creates a token that gives access to drafts, and the preview URL of an item.',
    status: 201,
    errors: [],
    input: { body: CreatePreview },
    output: Preview,
    run: (context, { body }) => openPreview(context, body),
  }),
];
