import type { Feature } from '../../core/context/index.ts';
import { reviewRoutes } from './dashboard-routes.ts';
import { renameInReviews } from './repository.ts';

export const reviewsFeature: Feature = {
  name: 'reviews',
  dashboardRoutes: reviewRoutes,
  erasePerson: (system, { id, newName }) => renameInReviews(system, id, newName),
};
