import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../app/project-route.tsx';

interface DeliverySearch {
  /** The target that is open beside the lists. */
  target?: string | undefined;
  /** The place of the change that is open. */
  change?: string | undefined;
}

export const deliveryRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'delivery',
  validateSearch: (search: Record<string, unknown>): DeliverySearch => ({
    ...(typeof search['target'] === 'string' ? { target: search['target'] } : {}),
    ...(isPlace(search['change']) ? { change: String(search['change']) } : {}),
  }),
  component: lazyRouteComponent(() => import('./screen.tsx'), 'DeliveryScreen'),
});

/** Addresses hold a place without a purge by hand as a number. */
function isPlace(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
