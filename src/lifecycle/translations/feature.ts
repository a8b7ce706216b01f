import type { Feature } from '../../core/context/index.ts';
import { translationRoutes } from './routes.ts';

export const translationsFeature: Feature = { name: 'translations', routes: translationRoutes };
