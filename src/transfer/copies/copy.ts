import { createProject, systemInTransaction } from '../../accounts/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { originOf } from '../../core/util/index.ts';
import type { Storage } from '../../core/storage/index.ts';
import {
  type AuditWriter,
  findProject,
  type NewProject,
  type ProjectRecord,
  storeProjectAudit,
  type SystemWriteSource,
} from '../../projects/index.ts';
import { exportProject } from '../export.ts';
import { importProject } from '../import.ts';
import { type RemovalParts, removeProject } from '../remove-project.ts';
import type { Progress, ProjectParts, TransferReport } from '../schema.ts';
import { withTemporaryFolder } from '../temporary-folder.ts';

/** Names of the parts with votes, which copies of templates omit. */
export const votesParts = ['kb_votes', 'kb_vote_totals'];

export interface CopyOptions {
  /** The name of the new project. */
  name: string;
  /** Names of parts that are not copied. */
  without?: readonly string[];
  /** Copies saved versions, the trash and comments too. */
  history?: boolean;
  progress: Progress;
  /** Stores the new project. By default it is stored without a person who created it. */
  create?: (input: NewProject) => Promise<ProjectRecord>;
  /** Runs in the transaction that lists the copy. */
  onComplete?: (tx: ProjectDb, writer: AuditWriter) => Promise<void>;
  /** Whether an unfinished copy stays after this error, because another process removes it. */
  leavesCopy?: (error: unknown) => boolean;
}

export interface CopyParts extends RemovalParts {
  parts: ProjectParts;
  storage: Storage;
  source: SystemWriteSource;
}

/**
 * Copies a project with its files to a new one, as it is at one moment. All ids are new. The copy is not listed until it is
 * complete; if it fails, it is removed. Both audit logs get a row.
 */
export function copyProject(
  original: ProjectRecord,
  copyParts: CopyParts,
  { name, without, history = false, progress, create, onComplete, leavesCopy = () => false }: CopyOptions,
): Promise<TransferReport & { project: string }> {
  const { system, storage, parts, source } = copyParts;
  const { now, actor } = source;
  const writer = { now, actor, origin: source.origin ?? originOf(actor, actor.id) };
  const originalDb = system.project(original._id);
  return withTemporaryFolder('copy', async (folder) => {
    await exportProject(originalDb, parts, { folder, now, progress, storage: null, history });
    const input = { name, privateMedia: original.private_media, copyingSince: now };
    const { _id: id } = await (create?.(input) ??
      createProject(system, input, source).then(({ project }) => project));
    const report = await importProject(system.project(id), parts, {
      ...{ folder, now, origin: writer.origin, progress, storage, name, newIds: true, filesIn: 'storage' },
      action: 'project.copied',
      ...(without === undefined ? {} : { without }),
      completion: {
        contended: originalDb,
        async store(tx) {
          const subject = { kind: 'project', id, title: name } as const;
          await storeProjectAudit(
            systemInTransaction(tx).project(original._id),
            [{ action: 'project.copied', subject }],
            writer,
          );
          await onComplete?.(tx, writer);
        },
      },
    }).catch(async (error: unknown) => {
      if (!leavesCopy(error)) await removeUnfinished(copyParts, id);
      throw error;
    });
    return { project: id, ...report };
  });
}

/** Removes a copy, unless it was completed. */
export async function removeUnfinished(parts: RemovalParts, id: string): Promise<void> {
  const project = await findProject(parts.system.project(id));
  if (project !== null && project.copying_since === undefined) return; // its last step was stored, without a response
  await removeProject(parts, id);
}
