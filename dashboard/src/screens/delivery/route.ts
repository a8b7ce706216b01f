import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../app/project-route.tsx';

interface DeliverySearch {
  /** The id of the open target. */
  target?: string | undefined;
  /** The position of the open change. */
  change?: string | undefined;
}

export const deliveryRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'delivery',
  validateSearch: (search: Record<string, unknown>): DeliverySearch => ({
    ...(typeof search['target'] === 'string' ? { target: search['target'] } : {}),
    ...(isPosition(search['change']) ? { change: String(search['change']) } : {}),
  }),
  component: lazyRouteComponent(() => import('./screen.tsx'), 'DeliveryScreen'),
});

/** The router parses a position that contains only digits as a number. */
function isPosition(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
