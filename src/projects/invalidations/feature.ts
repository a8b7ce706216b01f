import type { Feature } from '../../core/context/index.ts';
import { markTagsPruned, projects } from '../project/repository.ts';
import { invalidations } from './repository.ts';
import { pruneInvalidations } from './service.ts';

export const invalidationsFeature: Feature = {
  name: 'invalidations',
  collections: [
    {
      collection: invalidations,
      stays: 'history of one installation',
      mayBeSharded: true,
    },
  ],
  migrations: [
    { number: 3, name: 'begin to keep the tags of changes', reads: [projects.name], run: markTagsPruned },
  ],
  jobs: ({ system, clock }) => [
    {
      name: 'invalidations.forget',
      everySeconds: 3_600,
      run: async () => void (await pruneInvalidations(system, clock.now())),
    },
  ],
};
