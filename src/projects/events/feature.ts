import type { Feature } from '../../core/context/index.ts';
import { events } from './repository.ts';
import { forgetOldEvents } from '../write/transaction.ts';

export const eventsFeature: Feature = {
  name: 'events',
  collections: [
    {
      collection: events,
      stays: 'history of one installation; its receivers know it',
      mayBeSharded: true,
    },
  ],
  jobs: ({ system, clock }) => [
    {
      name: 'events.forget',
      everySeconds: 3_600,
      run: async () => void (await forgetOldEvents(system, clock.now())),
    },
  ],
};
