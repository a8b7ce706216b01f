import type { Feature } from '../../core/context/index.ts';
import { deleteVersionsBefore, renameAuthor, versions } from './repository.ts';
import { dayMs } from '../../contract/time.ts';

export const versionsFeature: Feature = {
  name: 'versions',
  erasePerson: (system, { id, newName }) => renameAuthor(system, id, newName),
  collections: [{ collection: versions, stays: 'history of people of one installation', mayBeSharded: true }],
  jobs: ({ system, clock, versionDays }) => [
    {
      name: 'versions.forget',
      everySeconds: 3_600,
      run: () => deleteVersionsBefore(system, new Date(clock.now().getTime() - versionDays * dayMs)),
    },
  ],
};
