import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { DeliveryState } from '../../../../src/delivery/queue/schema.ts';
import { projectRoute } from '../../app/project-route.tsx';

export const webhooksRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'webhooks',
  component: lazyRouteComponent(() => import('./screen.tsx'), 'WebhooksScreen'),
});

interface LogSearch {
  state?: DeliveryState | undefined;
  /** The id of the delivery that is open next to the log. */
  delivery?: string | undefined;
}

export const webhookRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'webhooks/$endpointId',
  validateSearch: (search: Record<string, unknown>): LogSearch => ({
    ...(typeof search['state'] === 'string' ? { state: search['state'] as DeliveryState } : {}),
    ...(typeof search['delivery'] === 'string' ? { delivery: search['delivery'] } : {}),
  }),
  component: lazyRouteComponent(() => import('./endpoint-screen.tsx'), 'EndpointScreen'),
});
