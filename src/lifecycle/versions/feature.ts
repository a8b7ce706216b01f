import type { Feature } from '../../core/context/index.ts';
import { deleteVersionsBefore, renameAuthor, versions } from './repository.ts';
import { dayMs } from '../../contract/time.ts';

export const versionsFeature: Feature = {
  name: 'versions',
  erasePerson: (system, { id, newName }) => renameAuthor(system, id, newName),
  collections: [
    {
      collection: versions,
      exported: {
        requiredKeys: ['id', 'item', 'values', 'revision', 'saved_at'],
        idIn: (projectId, { _id }) => inProject(projectId, String(_id)),
        isHistory: true,
      },
      mayBeSharded: true,
    },
  ],
  jobs: ({ system, clock, versionDays }) => [
    {
      name: 'versions.forget',
      everySeconds: 3_600,
      run: () => deleteVersionsBefore(system, new Date(clock.now().getTime() - versionDays * dayMs)),
    },
  ],
};

/** The id of a version's row in another project; ids begin with that of the project. */
function inProject(projectId: string, id: string): string {
  return `${projectId}/${id.slice(id.indexOf('/') + 1)}`;
}
