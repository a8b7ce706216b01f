import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeVariables } from '../support/media.ts';
import { inRepository } from '../support/program.ts';
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

const buffer = readFileSync(inRepository('seeds/images/plover.png'));
const file = (name: string) => ({ name, mimeType: 'image/png', buffer });

let dashboard: TestDashboard;
beforeAll(async () => {
  const store = await openTestStore();
  afterAll(() => store.stop());
  dashboard = await startDashboard(storeVariables(store.settings));
});

describe('pictures in a form', () => {
  it('are looked at before they are chosen, and replaced in their place', async () => {
    const project = await dashboard.service.newProject();
    await defineEverything(project);
    const id = await addEntry(project, 'kite', { title: 'Gallery' });
    const page = await dashboard.open(project, `/entries/kite/${id}`);
    const shots = page.getByRole('group', { name: 'Shots' });
    await shots.getByRole('button', { name: /^Add images/ }).click();
    const picker = page.getByRole('dialog', { name: 'Shots' });
    await picker.locator('input[type="file"]').setInputFiles(['a.png', 'b.png', 'c.png'].map(file));
    await expect.poll(() => shots.locator('figure').count()).toBe(3);
    const draft = async () =>
      (await project.secret.get(`/v1/content/kite/${id}`)).body['values'] as Record<string, any>;
    await page.keyboard.press('Control+Shift+P');
    const shotIds = async () =>
      (((await draft())?.['shots'] ?? []) as { id: string }[]).map((shot) => shot.id);
    await expect.poll(async () => (await shotIds()).length).toBe(3);
    const before = await shotIds();

    await shots.getByRole('button', { name: 'Replace image' }).nth(1).click();
    const replacing = page.getByRole('dialog', { name: 'Replace in Shots' });
    await replacing.getByRole('button', { name: 'Preview of c.png' }).click();
    const preview = replacing.getByRole('figure', { name: 'Preview of c.png' });
    await preview.getByText('image/png', { exact: false }).waitFor();
    await expectAccessible(page);
    await preview.getByRole('button', { name: 'Next image' }).click();
    await replacing.getByRole('figure', { name: 'Preview of b.png' }).waitFor();
    await replacing.getByRole('button', { name: 'Previous image' }).click();
    await replacing.getByRole('button', { name: 'Choose this image' }).click();
    await replacing.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Shift+P');

    await expect.poll(shotIds).toEqual([before[0], before[2], before[2]]);
  });

  it('show their size, whole description and address in both themes at 390 px too', async () => {
    const project = await dashboard.service.newProject();
    await defineEverything(project);
    const id = await addEntry(project, 'kite', { title: 'Cover' });
    const page = await dashboard.open(project, `/entries/kite/${id}`);
    const cover = page.getByRole('group', { name: 'Cover' });
    await cover.getByRole('button', { name: /^Choose an image/ }).click();
    await page.getByRole('dialog').locator('input[type="file"]').setInputFiles(file('a.png'));
    await cover.locator('figure').waitFor();
    const long = 'A ringed plover that runs over the wet sand, and behind it the sea at low tide';
    await cover.getByLabel('Alt text').fill(long);
    await page.keyboard.press('Enter');
    const asset = async () => (await project.secret.get('/v1/media')).body.data[0];
    await expect.poll(async () => (await asset()).alt as string).toBe(long);

    const { width, height, url } = await asset();
    await cover.getByText(`${width} × ${height}`).waitFor();
    const open = cover.getByRole('link', { name: /^Open/ });
    expect([await open.getAttribute('href'), await open.getAttribute('target')]).toEqual([url, '_blank']);
    for (const size of [1280, 390]) {
      await page.setViewportSize({ width: size, height: 900 });
      const box = cover.getByLabel('Alt text');
      expect(await box.evaluate((area) => area.scrollHeight <= area.clientHeight + 1)).toBe(true);
      await expectAccessibleInBothThemes(page);
    }
    await cover.getByRole('button', { name: `Replace ${long}` }).waitFor();
  });
});

describe('replacing a file', () => {
  it.each([false, true])(
    'asks, names drafts, and keeps the name unless the new one is chosen (%s)',
    async (takesName) => {
      const project = await dashboard.service.newProject();
      await defineEverything(project);
      const page = await dashboard.open(project, '/media', { viewport: { width: 390, height: 800 } });
      await page.getByLabel('Files to upload').setInputFiles(file('old.png'));
      await page.getByRole('button', { name: 'Open old.png' }).waitFor();
      const asset = async () => (await project.secret.get('/v1/media')).body.data[0];
      const before = await asset();
      await addEntry(project, 'kite', { title: 'The red kite', cover: before.id });
      await page.getByRole('button', { name: 'Open old.png' }).click();

      await page.getByLabel('New file for old.png').setInputFiles(file('new.png'));
      const question = page.getByRole('dialog', { name: 'Replace old.png?' });
      await question.getByRole('link', { name: 'The red kite' }).waitFor();
      await question.getByText('The URL changes', { exact: false }).waitFor();
      await expectAccessible(page);
      await question.getByRole('button', { name: 'Cancel' }).click();
      expect((await asset()).revision).toBe(before.revision);

      await page.getByLabel('New file for old.png').setInputFiles(file('new.png'));
      if (takesName) await question.getByLabel('Use the name new.png').check();
      await question.getByRole('button', { name: 'Replace file' }).click();
      await page.getByText('old.png replaced').waitFor();

      const after = await asset();
      expect(after.file_name).toBe(takesName ? 'new.png' : 'old.png');
      expect([after.id, after.url === before.url]).toEqual([before.id, false]);
    },
  );
});
