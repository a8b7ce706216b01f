import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newAsset } from '../support/media.ts';
import type { TestProject } from '../support/service.ts';
import { startMediaDashboard, type TestDashboard } from './support/dashboard.ts';
import { addEntry, defineEverything } from './support/entries.ts';

let dashboard: TestDashboard;
let project: TestProject;
let asset: string;
beforeAll(async () => {
  dashboard = await startMediaDashboard();
  project = await dashboard.service.newProject();
  await defineEverything(project);
  asset = await newAsset(project.secret, { file_name: 'kite.png', size_bytes: 10 });
});

/** Pictures of the test store that are no pictures do not load. */
const expectedErrors = [/ERR_|404|403/];
const altOf = async () => (await project.secret.get(`/v1/media/${asset}`)).body['alt'] as string;
/** A click beside the dialog, on what is dimmed. */
const clickOutside = (page: Page) => page.mouse.click(8, 400);
const focused = (page: Page) =>
  page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.textContent');

describe('words in front of the screen', () => {
  it('stay in a form when one clicks beside it', async () => {
    const page = await dashboard.open(project, '/webhooks', { expectedErrors });
    await page
      .getByRole('button', { name: /^(?:New|Add) webhook/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'New webhook' });
    await clickOutside(page);
    await dialog.waitFor({ state: 'detached' }); // nothing was typed: nothing is lost

    await page
      .getByRole('button', { name: /^(?:New|Add) webhook/ })
      .first()
      .click();
    await dialog.getByRole('textbox').first().fill('https://example.test/a-long-path');
    await clickOutside(page);
    expect(await dialog.getByRole('textbox').first().inputValue()).toBe('https://example.test/a-long-path');
  });

  it('are asked about when the panel of a file is left', async () => {
    const page = await dashboard.open(project, '/media', { expectedErrors });
    await page.getByRole('button', { name: 'Open kite.png' }).click();
    const panel = page.getByRole('dialog', { name: 'kite.png' });
    await panel.getByLabel('Alt text').fill('A kite over dunes');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay here' }).press('Enter');

    expect(await panel.getByLabel('Alt text').inputValue()).toBe('A kite over dunes');
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect.poll(altOf).toBe('A kite over dunes');
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
  });

  it('below a picture are saved however the screen is left', async () => {
    const page = await dashboard.open(project, '', { expectedErrors });
    await page.getByRole('link', { name: 'Media', exact: true }).click();
    await page.getByLabel('Alt text of kite.png').fill('Left by the way back');
    await page.goBack();
    await expect.poll(altOf).toBe('Left by the way back');

    await page.getByRole('link', { name: 'Media', exact: true }).click();
    await page.getByLabel('Alt text of kite.png').fill('Left by a reload');
    let asked = 0;
    page.on('dialog', (dialog) => void ((asked += 1), dialog.accept()));
    await page.reload();
    expect(asked).toBe(1);
    await expect.poll(altOf).toBe('Left by a reload');
  });
});

describe('the keyboard', () => {
  it('returns to the button of the menu from which a dialog was opened', async () => {
    const id = await addEntry(project, 'kite', { title: 'Keys' });
    const page = await dashboard.open(project, `/entries/kite/${id}`, { expectedErrors });
    await page.getByRole('button', { name: /^More actions for this/ }).press('Enter');
    await page.getByRole('menuitem', { name: 'Delete…' }).press('Enter');
    await page.getByRole('dialog', { name: 'Delete this entry?' }).waitFor();
    await page.keyboard.press('Escape');

    await expect.poll(() => focused(page)).toBe('More actions for this entry');
  });

  it('returns to the text from which the sheet was opened', async () => {
    const id = await addEntry(project, 'kite', { title: 'Text', body: { markdown: 'Words.' } });
    const page = await dashboard.open(project, `/entries/kite/${id}`, { expectedErrors });
    await page.getByRole('textbox', { name: 'Story' }).click();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('dialog', { name: 'Publish “Text”' }).waitFor();
    await page.keyboard.press('Escape');

    await expect.poll(() => focused(page)).toBe('Story');
  });
});
