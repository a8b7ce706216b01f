import { beforeAll, describe, expect, it } from 'vitest';
import { createEntry, defineType } from '../support/content.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';

let dashboard: TestDashboard;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
});

describe('a share link', () => {
  it('is created beside Preview by keyboard, shown once, and revoked in the settings', async () => {
    const project = await dashboard.service.newProject();
    await defineType(project, 'kite', { title: 'string' });
    const { id } = await createEntry(project, 'kite', { title: 'Not out yet' });
    const page = await dashboard.open(project, `/entries/kite/${String(id)}`);

    await page.getByRole('button', { name: 'Share' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Share' });
    await dialog.waitFor();
    await dialog.getByLabel('Name').fill('For Ada');
    await expectAccessible(page);
    await page.keyboard.press('Control+Enter');
    const ready = page.getByRole('dialog', { name: 'The link is ready' });
    await ready.waitFor();
    const token = await ready.getByText(/^pv_/).textContent();
    const read = async () =>
      (await project.as(token).get(`/preview/v1/content/kite/${String(id)}`)).body.values?.title as string;
    expect(await read()).toBe('Not out yet');
    await ready.getByRole('button', { name: 'Done' }).click();

    await page.goto(`/dashboard/p/${project.id}/settings`);
    const row = page.getByRole('row', { name: /For Ada/ });
    await row.getByText('One draft').waitFor();
    await expectAccessible(page);
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('button', { name: 'Revoke link' }).click();
    await page.getByText('No link is open.').waitFor();
    expect(await read()).toBeUndefined();
  });
});
