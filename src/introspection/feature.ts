import type { Feature } from '../platform/feature.ts';
import { introspectionRoutes } from './routes.ts';

export const introspectionFeature: Feature = { name: 'introspection', routes: introspectionRoutes };
