import type { ReleaseContext } from '../../core/context/index.ts';
import { writeProject } from '../../projects/index.ts';
import { listBundleFiles, readBundleManifest } from '../bundle/read.ts';
import { indexBundle } from './bundle-index.ts';
import { withLoadLease } from './lease.ts';
import { LoadRun } from './load-run.ts';
import { ReportWriter } from './report.ts';
import type { LoadOptions, LoadReport } from './schema.ts';

/**
 * Loads a bundle into a project with the functions and the validation of the API. Lines that were loaded before and did not
 * change are skipped, so a load can be repeated, and a killed load continues after the last stored line.
 * @throws invalid_parameter for an invalid bundle, before anything is stored; load_in_progress; temporarily_unavailable
 */
export async function loadBundle(options: LoadOptions): Promise<LoadReport> {
  const { folder, newContext, dryRun } = options;
  const { source } = await readBundleManifest(folder);
  const files = await listBundleFiles(folder);
  const { db, now, release } = await newContext();
  return withLoadLease(db, async (lease) => {
    const report = new ReportWriter(files, options.reportFile);
    try {
      const index = await indexBundle(db, { folder, files, source, releaseId: release.id, now });
      await new LoadRun(options, { source, files, index, report, lease }).run();
      const result = report.report({ project: db.projectId, source, dry_run: dryRun });
      if (!dryRun && result.total.created + result.total.updated > 0) await storeAudit(await newContext());
      return result;
    } finally {
      await report.close();
    }
  });
}

function storeAudit(context: ReleaseContext): Promise<void> {
  const subject = { kind: 'project', id: context.db.projectId } as const;
  return writeProject(context, async (tx) => tx.stored({ action: 'project.loaded', subject }));
}
