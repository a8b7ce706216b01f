import type { Feature } from '../core/context/index.ts';
import { introspectionRoutes } from './routes.ts';

export const introspectionFeature: Feature = { name: 'introspection', routes: introspectionRoutes };
