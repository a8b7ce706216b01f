import { settleBlocks } from '../../../src/content/types/blocks/service.ts';
import type { RemovedField } from '../../../src/content/fields/schema.ts';
import { settleTypes } from '../../../src/content/types/service.ts';
import { databaseOf } from '../database.ts';
import type { TestService } from '../service.ts';

/** The parts of a stored definition that these helpers change. */
interface Definition {
  project_id: string;
  removed: RemovedField[];
}

function collectionsOf({ app }: Pick<TestService, 'app'>) {
  const database = databaseOf(app.system);
  return [database.collection<Definition>('content_types'), database.collection<Definition>('blocks')];
}

/** Lets the week pass in which values of removed fields are kept, without the job that clears them. */
export async function endKeeping(service: Pick<TestService, 'app'>, projectId: string): Promise<void> {
  for (const definitions of collectionsOf(service))
    await definitions.updateMany(
      { project_id: projectId, 'removed.0': { $exists: true } },
      { $set: { 'removed.$[].kept_until': new Date(0) } },
    );
}

/** Lets the week pass, and runs the job. */
export async function clearRemoved(service: Pick<TestService, 'app'>, projectId: string): Promise<void> {
  await endKeeping(service, projectId);
  const { system, clock } = service.app;
  await settleTypes(system, clock.now());
  await settleBlocks(system, clock.now());
}
