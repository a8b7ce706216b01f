import { describe, expect, it } from 'vitest';
import { enabledTargetsAfter } from '../../../../src/delivery/webhooks/target-repository.ts';
import { limits } from '../../../../src/contract/limits.ts';
import { newTarget, quickPurges } from '../../../support/purges/targets.ts';
import { startService } from '../../../support/service.ts';

const service = await startService(quickPurges);
const { app } = service;
const limit = limits.purge_targets_max + 1;

/** The project of each enabled target of the installation, page by page. */
async function pagesOfProjects(): Promise<string[][]> {
  const pages: string[][] = [];
  let after: string | null = null;
  for (let hasMore = true; hasMore;) {
    const page = await enabledTargetsAfter(app.system, after, limit);
    pages.push(page.targets.map(({ project_id: id }) => id));
    after = page.targets.at(-1)?.project_id ?? null;
    ({ hasMore } = page);
  }
  return pages;
}

describe('the targets of all projects', () => {
  it('are read in pages, each with all targets of a project or none', async () => {
    const counts = new Map<string, number>();
    for (const count of [limits.purge_targets_max, 1, limits.purge_targets_max - 1]) {
      const project = await service.newProject();
      for (let i = 0; i < count; i += 1)
        await newTarget(app, project, null, { url: `https://site-${i}.example/purge` });
      counts.set(project.id, count);
    }

    const pages = await pagesOfProjects();

    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) expect(page.length).toBeLessThanOrEqual(limit);
    for (const [id, count] of counts) {
      const sizes = pages.map((page) => page.filter((one) => one === id).length).filter((size) => size > 0);
      expect(sizes).toEqual([count]);
    }
  });
});
