import type { Feature } from '../../core/context/index.ts';
import { webhookScreenRoutes } from './dashboard-routes.ts';
import { abandonedWorkRows, renewEndpointSecrets, webhookEndpoints } from './repository.ts';
import { reconcile } from './sending/reconcile.ts';
import { settleQueues } from './service.ts';

export const webhooksFeature: Feature = {
  name: 'webhooks',
  dashboardRoutes: webhookScreenRoutes,
  collections: [
    {
      collection: webhookEndpoints,
      stays: 'secrets, and addresses of one installation',
      mayBeSharded: true,
    },
  ],
  renewSecrets: renewEndpointSecrets,
  jobs: ({ system, clock }) => [
    {
      name: 'webhooks.settle',
      everySeconds: 600,
      dueRows: abandonedWorkRows,
      run: () => settleQueues(system, clock.now()),
    },
    { name: 'webhooks.reconcile', everySeconds: 60, run: () => reconcile(system, clock.now()) },
  ],
};
