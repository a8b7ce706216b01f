import { type ProjectDb, readingIn } from '../../core/mongo/index.ts';
import { openProjects } from './repository.ts';
import type { ProjectRecord } from './schema.ts';

/** Returns the handle's project and the name of its default release, in one read. */
export async function findProjectAndRelease(
  db: ProjectDb,
): Promise<{ project: ProjectRecord; defaultReleaseName: string } | null> {
  const [row] = await openProjects(db.system)
    .aggregate<{ project: ProjectRecord; release: { name: string }[] }>(
      [
        { $match: { _id: db.projectId } },
        { $project: { project: '$$ROOT' } },
        {
          $lookup: {
            from: 'releases',
            localField: 'project.default_release_id',
            foreignField: '_id',
            as: 'release',
          },
        },
      ],
      readingIn(db.session),
    )
    .toArray();
  return row === undefined ? null : { project: row.project, defaultReleaseName: row.release[0]?.name ?? '' };
}
