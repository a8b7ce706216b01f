import { beforeAll, describe, expect, it } from 'vitest';
import type { TestProject } from '../support/service.ts';
import { addPage, definePages, hero, row, saved } from './support/blocks.ts';
import { slowness, workMeter } from './support/page-time.ts';
import { startDashboard, type TestDashboard } from './support/dashboard.ts';

const many = 200;
/** Of the page's main thread, in processor time. */
const readyMsMost = 1_000;

/**
 * Counts which rows of blocks React draws, as its own developer tools do: in each commit, the fibers that are not the
 * ones from before and that did work.
 */
const countDrawnRows = `(() => {
  const drawn = (window.drawnRows = []);
  const performedWork = 1;
  const visit = (fiber, before) => {
    if (fiber === before) return;
    const props = fiber.memoizedProps;
    const isRow = typeof fiber.type === 'function' && props?.item?.lists !== undefined && 'isDragged' in props;
    if (isRow && (fiber.flags & performedWork) !== 0) drawn.push(props.item.id);
    if (before !== null && fiber.child === before.child) return;
    for (let child = fiber.child; child !== null; child = child.sibling) visit(child, child.alternate);
  };
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot: (_, root) => visit(root.current, root.current.alternate),
    onCommitFiberUnmount: () => undefined,
  };
})()`;

let dashboard: TestDashboard;
let project: TestProject;
beforeAll(async () => {
  dashboard = await startDashboard();
  project = await dashboard.service.newProject();
  await definePages(project);
});

describe(`an entry of ${many} blocks`, () => {
  it('draws one row for a key typed, and mounts no editor of a closed block', async () => {
    const id = await addPage(
      project,
      Array.from({ length: many }, (_, i) => hero(`Number ${i + 1}`, { text: { markdown: 'Words' } })),
    );
    const page = await dashboard.open(project, `/entries/page/${id}`, { script: countDrawnRows });
    const rows = page.locator('.block-toggle');
    await expect.poll(() => rows.count()).toBe(many);
    const drawnIds = () => page.evaluate<string[]>('window.drawnRows');
    expect(new Set(await drawnIds()).size).toBe(many);
    expect(await page.locator('.prose').count()).toBe(0);
    expect(await page.getByLabel('Title').count()).toBe(0);

    await row(page, 'Number 100').press('ArrowRight');
    const title = page.getByLabel('Title');
    await title.click();
    await page.evaluate('window.drawnRows.length = 0');
    await page.keyboard.type('!');
    await row(page, '!').waitFor();
    await saved(page);

    // The row itself has nothing new; its label and its field are drawn inside it.
    expect(new Set(await drawnIds()).size).toBeLessThanOrEqual(1);
    expect(await title.inputValue()).toContain('!');
  });

  it('counts what is drawn', async () => {
    const id = await addPage(project, [hero('One'), hero('Two')]);
    const page = await dashboard.open(project, `/entries/page/${id}`, { script: countDrawnRows });
    await row(page, 'Two').waitFor();
    await page.evaluate('window.drawnRows.length = 0');

    await row(page, 'One').click();
    await expect.poll(() => page.evaluate('new Set(window.drawnRows).size')).toBe(1);
    await row(page, 'One').press('Alt+ArrowDown');
    await expect.poll(() => page.evaluate('new Set(window.drawnRows).size')).toBe(2);
  });

  it(`opens with at most ${readyMsMost} ms of the page's work`, async () => {
    const id = await addPage(
      project,
      Array.from({ length: many }, (_, i) => hero(`Number ${i + 1}`)),
    );
    const page = await dashboard.open(project, '/entries/page');
    const link = page.locator(`a[href*="${id}"]`).first();
    await link.waitFor();
    const work = await workMeter(page);

    const workedMs = await work(async () => {
      await link.click();
      await expect.poll(() => page.locator('.block-toggle').count()).toBe(many);
    });

    expect(workedMs).toBeLessThan(readyMsMost * (await slowness(page)));
  });
});
