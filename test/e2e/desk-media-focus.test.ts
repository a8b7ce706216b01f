import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeholderAddress } from '../../packages/client/src/placeholder.ts';
import { storeVariables } from '../support/media.ts';
import { inRepository } from '../support/program.ts';
import { openTestStore } from '../support/test-store.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';

useAxe();

const buffer = readFileSync(inRepository('seeds/images/plover.png'));

let dashboard: TestDashboard;
beforeAll(async () => {
  const store = await openTestStore();
  afterAll(() => store.stop());
  dashboard = await startDashboard(storeVariables(store.settings));
});

describe('a picture that is uploaded in the dashboard', () => {
  it('brings its size and a placeholder, and is given its focal point by click and by keyboard', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/media');
    const asset = async () => (await project.secret.get('/v1/media')).body.data[0];
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name: 'plover.png', mimeType: 'image/png', buffer });
    await expect.poll(async () => (await asset())?.status as string).toBe('ready');
    const { id, placeholder, width, height } = await asset();
    expect(placeholder).toMatch(/^[A-Za-z0-9+/]{20,64}=*$/);
    expect(placeholderAddress(placeholder as string)).toMatch(/^data:image\//);
    expect(Math.min(width as number, height as number)).toBeGreaterThan(0);

    await page.goto(`${page.url().split('?')[0]}?asset=${id}`);
    await page.getByRole('button', { name: 'Focal point' }).click();
    const dialog = page.getByRole('dialog', { name: 'Focal point of plover.png' });
    const picker = dialog.getByRole('button', { name: /^Focal point: / });
    await expectAccessible(page);
    const box = await picker.boundingBox();
    await picker.click({ position: { x: (box?.width ?? 0) * 0.25, y: (box?.height ?? 0) * 0.75 } });
    await dialog.getByText('25% from the left, 75% from the top').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowUp');
    await dialog.getByText('26% from the left, 65% from the top').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });

    await expect.poll(async () => (await asset()).focal_point as object).toEqual({ x: 0.26, y: 0.65 });
    await page.getByText('26% from the left, 65% from the top').waitFor();
  });
});
