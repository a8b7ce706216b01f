import { inTransaction, type ProjectDb } from '../../../core/mongo/index.ts';
import { orphanObject } from '../orphaned-objects/service.ts';
import { deleteAsset, findSomeWithFiles } from '../repository.ts';

/** Assets that go in one transaction. */
const batchSize = 50;

/** Removes all assets of a project that is going; their files are left to the sweep. Answers how many files. */
export async function forgetFiles(db: ProjectDb, now: Date): Promise<number> {
  for (let files = 0; ;) {
    const gone = await inTransaction(db.system, { dryRun: false }, async (session) => {
      const tx = db.within(session);
      const some = await findSomeWithFiles(tx, batchSize);
      for (const record of some) {
        await orphanObject({ db: tx, now }, record);
        await deleteAsset(tx, record);
      }
      return some.length;
    });
    if (gone === 0) return files;
    files += gone;
  }
}
