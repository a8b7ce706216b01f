import type { Feature } from '../../core/context/feature.ts';
import { changesRoutes } from './routes.ts';

export const changesFeature: Feature = { name: 'changes', routes: changesRoutes };
