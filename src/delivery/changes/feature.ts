import type { Feature } from '../../core/context/index.ts';
import { changesRoutes } from './routes.ts';

export const changesFeature: Feature = { name: 'changes', routes: changesRoutes };
