import type { Feature } from '../../core/context/index.ts';
import { events } from './repository.ts';
import { pruneEvents } from './prune.ts';

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
      run: async () => void (await pruneEvents(system, clock.now())),
    },
  ],
};
