import type { Feature } from '../platform/feature.ts';
import { changesRoutes } from './routes.ts';

export const changesFeature: Feature = { name: 'changes', routes: changesRoutes };
