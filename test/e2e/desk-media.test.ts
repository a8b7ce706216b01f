import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAsset, storeVariables } from '../support/media.ts';
import type { TestProject } from '../support/service.ts';
import { openTestStore } from '../support/test-store.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  startDashboard,
  type TestDashboard,
  useAxe,
} from './support/dashboard.ts';
import { addEntry, defineEverything } from './support/entries.ts';

useAxe();

let dashboard: TestDashboard;
beforeAll(async () => {
  const store = await openTestStore();
  afterAll(() => store.stop());
  dashboard = await startDashboard(storeVariables(store.settings));
});

/** A fresh project with ready assets of these names, the last the newest. */
async function projectWith(...names: string[]): Promise<{ project: TestProject; ids: string[] }> {
  const project = await dashboard.service.newProject();
  const ids: string[] = [];
  for (const [i, file_name] of names.entries())
    ids.push(await newAsset(project.secret, { file_name, size_bytes: 10 + i }));
  return { project, ids };
}

/** Pictures of the test store that are no pictures do not load. */
const expectedErrors = [/ERR_|404|403/];

describe('the media screen', () => {
  it('tags many files at once, filters by a tag, and takes one away in the panel', async () => {
    const { project } = await projectWith('a.png', 'b.png', 'c.png');
    const page = await dashboard.open(project, '/media', { expectedErrors });
    const open = (name: string) => page.getByRole('button', { name: `Open ${name}` });
    for (const name of ['a.png', 'b.png']) await page.getByLabel(`Select ${name}`).check();
    const bar = page.getByRole('toolbar', { name: 'Selected files' });
    await bar.getByText('2 files selected').waitFor();
    await expectAccessible(page);

    await bar.getByRole('button', { name: 'Add tag' }).click();
    await page.getByRole('dialog', { name: 'Tag 2 files' }).getByLabel('Tag').fill('Spring menu');
    await page.keyboard.press('Enter');
    await page.getByText('2 files tagged Spring menu').waitFor();
    await page.getByLabel('Tag', { exact: true }).selectOption('Spring menu');
    await open('c.png').waitFor({ state: 'detached' });

    await open('b.png').click();
    const panel = page.getByRole('dialog');
    await panel.getByLabel('Add a tag').fill('birds');
    await page.keyboard.press('Enter');
    await panel.getByRole('button', { name: 'Remove the tag birds' }).waitFor();
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Remove the tag Spring menu' }).click();
    await page.keyboard.press('Escape');
    await open('b.png').waitFor({ state: 'detached' });

    await page.reload();
    await open('a.png').waitFor();
    expect(await page.getByLabel('Tag', { exact: true }).inputValue()).toBe('Spring menu');
    await page.getByLabel('Select a.png').check();
    await bar.getByRole('button', { name: 'Remove tag' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove tag' }).click();
    await page.getByText('1 file lost the tag Spring menu').waitFor();
  });

  it('orders by name and size, and shows what has no description and what is used nowhere', async () => {
    const { project, ids } = await projectWith('img10.png', 'Beta.png', 'img2.png');
    await project.secret.patch(`/v1/media/${ids[0]}`, { alt: 'Ten' });
    await defineEverything(project);
    await addEntry(project, 'kite', { title: 'In a draft', cover: ids[1] });
    const page = await dashboard.open(project, '/media', { expectedErrors });
    const shown = () =>
      page
        .getByRole('list', { name: 'Media' })
        .getByRole('button')
        .all()
        .then((buttons) =>
          Promise.all(buttons.map(async (button) => (await button.getAttribute('aria-label'))?.slice(5))),
        );

    await expect.poll(shown).toEqual(['img2.png', 'Beta.png', 'img10.png']);
    await page.getByLabel('Order').selectOption('By name');
    await expect.poll(shown).toEqual(['Beta.png', 'img2.png', 'img10.png']);
    await page.getByLabel('Order').selectOption('Largest first');
    await expect.poll(shown).toEqual(['img2.png', 'Beta.png', 'img10.png']);
    await page.getByLabel('Use', { exact: true }).selectOption('Without alt text');
    await expect.poll(shown).toEqual(['img2.png', 'Beta.png']);
    await page.getByLabel('Use', { exact: true }).selectOption('Not used anywhere');
    await expect.poll(shown).toEqual(['img2.png', 'img10.png']);
  });

  it('deletes what is used nowhere, keeps what a draft uses, and names the draft', async () => {
    const { project, ids } = await projectWith('free.png', 'used.png');
    await defineEverything(project);
    await addEntry(project, 'kite', { title: 'The red kite', cover: ids[1] });
    const page = await dashboard.open(project, '/media', { expectedErrors });
    await page.getByLabel('Select free.png').check();
    const bar = page.getByRole('toolbar', { name: 'Selected files' });
    await bar.getByRole('button', { name: 'Select all 2 shown' }).click();

    await bar.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 2 files' }).click();

    const refused = page.getByRole('dialog', { name: '1 file was not changed' });
    await refused.getByText('The red kite (not live)', { exact: false }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Open free.png' }).waitFor({ state: 'detached' });
    await bar.getByText('1 file selected').waitFor();
    expect((await project.secret.get('/v1/media')).body.data.length).toBe(1);
  });

  it('names drafts among the places of a file, and warns of them before it is deleted', async () => {
    const { project, ids } = await projectWith('used.png', 'free.png');
    await defineEverything(project);
    const draft = await addEntry(project, 'kite', { title: 'The red kite', cover: ids[0] });
    const page = await dashboard.open(project, '/media', { expectedErrors });
    await page.getByRole('button', { name: 'Open used.png' }).click();
    const panel = page.getByRole('dialog');
    const link = panel.getByRole('link', { name: 'The red kite' });
    await link.waitFor();
    expect(await link.getAttribute('href')).toContain(`/entries/kite/${draft}`);
    await panel.getByText('kite · draft').waitFor();

    await panel.getByRole('button', { name: 'Delete', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Delete used.png?' });
    await question.getByText('1 draft will show no image', { exact: false }).waitFor();
    await question.getByRole('link', { name: 'The red kite' }).waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Delete anyway' }).click();
    await page.getByRole('button', { name: 'Open used.png' }).waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Open free.png' }).click();
    await panel.getByText('Not used anywhere, drafts included.').waitFor();
  });

  it('reaches the foot of the window, and its filters take one line on a phone', async () => {
    const { project } = await projectWith('a.png', 'b.png');
    const viewport = { width: 1440, height: 900 };
    const page = await dashboard.open(project, '/media', { viewport, expectedErrors });
    const grid = page.locator('.assets');
    const bottom = async () => {
      const box = await grid.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    await expect.poll(bottom).toBeGreaterThan(860);
    expect(await bottom()).toBeLessThanOrEqual(892);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(async () => (await grid.boundingBox())?.y ?? 999).toBeLessThan(320);
  });

  it('is accessible in both themes at 390 px, with files selected', async () => {
    const { project } = await projectWith('a.png', 'b.png');
    const page = await dashboard.open(project, '/media', {
      viewport: { width: 390, height: 800 },
      expectedErrors,
    });
    await page.getByLabel('Select a.png').check();
    await page.getByRole('toolbar', { name: 'Selected files' }).waitFor();

    await expectAccessibleInBothThemes(page);

    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: 'Open b.png' }).click();
    await page.getByRole('dialog').getByLabel('Add a tag').waitFor();
    await expectAccessibleInBothThemes(page);
  });
});
