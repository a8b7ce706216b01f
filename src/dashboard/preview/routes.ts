import { Type } from '@sinclair/typebox';
import { previewRoot } from '../../contract/drafts.ts';
import { dashboardRoute, route } from '../../core/http/index.ts';
import { findPreviewedItem } from './items.ts';
import { createLink, listLinks, memberLinks, revokeLink } from './links.ts';
import {
  CreatedPreviewLink,
  CreatePreview,
  CreatePreviewLink,
  Preview,
  PreviewedItem,
  PreviewLinkList,
  PreviewSession,
} from './schema.ts';
import { describeSession, openPreview } from './service.ts';

export const previewRoutes = [
  route({
    method: 'GET',
    path: `${previewRoot}/session`,
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
    summary: 'Creates a token that gives access to drafts or a later time, and the preview URL of an item.',
    status: 201,
    errors: ['invalid_field_value', 'unknown_release', 'release_not_ready'],
    input: { body: CreatePreview },
    output: Preview,
    run: (context, { body }) => openPreview(context, body),
  }),
  dashboardRoute({
    scope: 'release',
    method: 'GET',
    path: '/preview/items/:itemId',
    needs: 'read',
    area: 'any',
    summary: 'Returns kind and title of an item that a page of the site shows.',
    errors: ['unknown_preview_item'],
    input: { path: Type.Object({ itemId: Type.String() }) },
    output: PreviewedItem,
    run: (context, { path }) => findPreviewedItem(context, path.itemId),
  }),
  dashboardRoute({
    scope: 'release',
    method: 'POST',
    path: '/preview-links',
    needs: 'draft',
    area: 'any',
    audits: 'preview.link_created',
    summary: 'Creates a link with which anyone can see drafts, or a later time, for a limited time.',
    status: 201,
    errors: [
      'invalid_field_value',
      'limit_reached',
      'unknown_release',
      'release_not_ready',
      'unknown_entry',
      'unknown_blog_article',
      'unknown_kb_article',
    ],
    input: { body: CreatePreviewLink },
    output: CreatedPreviewLink,
    run: (context, { body }) => createLink(memberLinks(context), context.tools.previews, body),
  }),
  dashboardRoute({
    scope: 'project',
    method: 'GET',
    path: '/preview-links',
    needs: 'read',
    area: 'any',
    summary: 'Lists the person’s own preview links, or all links for owners, the newest first.',
    input: {},
    output: PreviewLinkList,
    run: (context) => listLinks(memberLinks(context)),
  }),
  dashboardRoute({
    scope: 'project',
    method: 'DELETE',
    path: '/preview-links/:linkId',
    needs: 'read',
    area: 'any',
    audits: 'preview.link_revoked',
    summary: 'Revokes a preview link. The next request with it is rejected.',
    status: 204,
    errors: ['unknown_preview_link'],
    input: { path: Type.Object({ linkId: Type.String() }) },
    output: null,
    run: (context, { path }) => revokeLink(memberLinks(context), path.linkId),
  }),
];
