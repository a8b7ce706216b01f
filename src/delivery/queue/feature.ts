import type { Feature } from '../../core/context/index.ts';
import { deliveries } from './repository.ts';
import { deleteOldDeliveries } from './service.ts';

export const deliveriesFeature: Feature = {
  name: 'deliveries',
  collections: [{ collection: deliveries, stays: 'history of one installation', mayBeSharded: true }],
  jobs: ({ system, clock }) => [
    {
      name: 'deliveries.forget',
      everySeconds: 3_600,
      run: async () => void (await deleteOldDeliveries(system, clock.now())),
    },
  ],
};
