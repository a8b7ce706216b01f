import { inTransaction, type ProjectDb } from '../../../core/mongo/index.ts';
import { orphanObject } from '../orphaned-objects/service.ts';
import { deleteAssetRow, findSomeWithFiles } from '../repository.ts';
import { forgetTrashedFile } from '../trash/restore.ts';

/** Assets deleted in one transaction. */
const batchSize = 50;

/** Deletes all assets of a project that is being deleted, and returns their number. The sweep removes their files. */
export async function deleteAllAssets(db: ProjectDb, now: Date): Promise<number> {
  for (let assetCount = 0; ;) {
    const deletedCount = await inTransaction(db.system, { dryRun: false }, async (session) => {
      const txDb = db.within(session);
      const assets = await findSomeWithFiles(txDb, batchSize);
      for (const record of assets) {
        if (record.in_trash === true) await forgetTrashedFile(txDb, record);
        else await orphanObject({ db: txDb, now }, record);
        await deleteAssetRow(txDb, record);
      }
      return assets.length;
    });
    if (deletedCount === 0) return assetCount;
    assetCount += deletedCount;
  }
}
