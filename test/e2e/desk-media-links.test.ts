import { afterAll, beforeAll, expect, it } from 'vitest';
import { newAsset, storeVariables } from '../support/media.ts';
import { openTestStore } from '../support/test-store.ts';
import {
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

it('a text links a file of the media library by its name in both themes', async () => {
  const project = await dashboard.service.newProject();
  await defineEverything(project);
  const pdf = { file_name: 'Spring menu.pdf', content_type: 'application/pdf' };
  const file = await newAsset(project.secret, pdf);
  const id = await addEntry(project, 'kite', { title: 'Menu', body: { markdown: 'Read it' } });
  const page = await dashboard.open(project, `/entries/kite/${id}`, {
    viewport: { width: 390, height: 900 },
  });
  const text = page.getByRole('textbox', { name: 'Story' });
  await text.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Link to a URL, content or a file' });
  await dialog.getByRole('option', { name: /Spring menu.pdf/ }).waitFor();
  await page.keyboard.type('spring');
  await expectAccessibleInBothThemes(page);

  await dialog.getByRole('option', { name: /Spring menu.pdf/ }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+Shift+P');

  const body = async () => (await project.secret.get(`/v1/content/kite/${id}`)).body.values?.body;
  const { url } = (await project.secret.get(`/v1/media/${file}`)).body;
  await expect.poll(async () => (await body())?.html as string).toContain(`<a href="${url}"`);
  await page.goto(`/dashboard/p/${project.id}/media`);
  await page.getByRole('button', { name: 'Open Spring menu.pdf' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Menu' }).waitFor();
});
