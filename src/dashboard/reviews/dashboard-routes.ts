import { Type } from '@sinclair/typebox';
import { dashboardRoute } from '../../core/http/index.ts';
import { itemErrors } from './items.ts';
import { listReviews } from './list.ts';
import {
  ApproveReview,
  RequestReview,
  ReturnReview,
  Review,
  ReviewerList,
  ReviewList,
  ReviewQuery,
} from './schema.ts';
import { decideOnReview, listItemReviewers, readReview, removeReview, requestReview } from './service.ts';

const member = { scope: 'release', area: 'any' } as const;
const ItemPath = Type.Object({ itemId: Type.String() });
const reviewErrors = [...itemErrors, 'unknown_release', 'release_not_ready', 'release_is_default'] as const;
const decisionErrors = [...reviewErrors, 'revision_conflict', 'nothing_to_review'] as const;

export const reviewRoutes = [
  dashboardRoute({
    ...member,
    method: 'GET',
    path: '/reviews',
    needs: 'read',
    summary: 'Lists the reviews of entries, articles and releases, newest first.',
    errors: ['invalid_cursor'],
    input: { query: ReviewQuery },
    output: ReviewList,
    run: (context, { query }) => listReviews(context, query),
  }),
  dashboardRoute({
    ...member,
    method: 'GET',
    path: '/reviews/:itemId',
    needs: 'read',
    summary: 'Reads the review of an entry, article or release.',
    errors: reviewErrors,
    input: { path: ItemPath },
    output: Review,
    run: (context, { path }) => readReview(context, path.itemId),
  }),
  dashboardRoute({
    ...member,
    method: 'GET',
    path: '/reviews/:itemId/reviewers',
    needs: 'read',
    summary: 'Lists the members whom the member can ask to review an entry, article or release.',
    errors: reviewErrors,
    input: { path: ItemPath },
    output: ReviewerList,
    run: (context, { path }) => listItemReviewers(context, path.itemId),
  }),
  dashboardRoute({
    ...member,
    method: 'PUT',
    path: '/reviews/:itemId',
    needs: 'draft',
    audits: 'review.requested',
    summary: 'Requests a review of the draft, and replaces the previous review.',
    bodyOptional: true,
    errors: [...reviewErrors, 'nothing_to_review', 'invalid_field_value'],
    input: { path: ItemPath, body: RequestReview },
    output: Review,
    run: (context, { path, body }) => requestReview(context, path.itemId, body),
  }),
  dashboardRoute({
    ...member,
    method: 'POST',
    path: '/reviews/:itemId/approve',
    needs: 'publish',
    audits: 'review.approved',
    summary: 'Approves the draft, if it still has this revision.',
    errors: [...decisionErrors, 'own_change'],
    input: { path: ItemPath, body: ApproveReview },
    output: Review,
    run: (context, { path, body: { revision, note = null } }) =>
      decideOnReview(context, path.itemId, { state: 'approved', revision, note }),
  }),
  dashboardRoute({
    ...member,
    method: 'POST',
    path: '/reviews/:itemId/return',
    needs: 'publish',
    audits: 'review.returned',
    summary: 'Sends the draft back with a note, if it still has this revision.',
    errors: decisionErrors,
    input: { path: ItemPath, body: ReturnReview },
    output: Review,
    run: (context, { path, body: { revision, note } }) =>
      decideOnReview(context, path.itemId, { state: 'returned', revision, note }),
  }),
  dashboardRoute({
    ...member,
    method: 'DELETE',
    path: '/reviews/:itemId',
    needs: 'read',
    audits: 'review.removed',
    summary: 'Removes a review, for the member who requested it and members who can publish.',
    status: 204,
    errors: reviewErrors,
    input: { path: ItemPath },
    output: null,
    run: (context, { path }) => removeReview(context, path.itemId),
  }),
];
