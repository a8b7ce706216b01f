import type { Feature } from '../core/context/feature.ts';
import { introspectionRoutes } from './routes.ts';

export const introspectionFeature: Feature = { name: 'introspection', routes: introspectionRoutes };
