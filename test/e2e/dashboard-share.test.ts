import { beforeAll, describe, expect, it } from 'vitest';
import { createEntry, dayMs, defineType } from '../support/content.ts';
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

  it('shows the site at a time, which the dialog suggests', async () => {
    const project = await dashboard.service.newProject();
    await defineType(project, 'kite', { title: 'string' });
    const { id } = await createEntry(project, 'kite', { title: 'Not out yet' });
    const page = await dashboard.open(project, `/entries/kite/${String(id)}`);
    await page.getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share' });
    await dialog.getByLabel('People with the link see').selectOption({ value: 'time' });
    const field = dialog.getByLabel('Date and time');
    expect(await field.inputValue()).toMatch(/T09:00$/);
    const later = new Date(Date.now() + 3 * dayMs).toISOString().slice(0, 10);
    await field.fill(`${later}T10:30`);
    await dialog.getByText(/The site on .* 10:30 AM/).waitFor({ state: 'attached' });
    await expectAccessible(page);

    await dialog.getByRole('button', { name: 'Create link' }).click();
    const token = await page.getByText(/^pv_/).textContent();
    const { body } = await project.as(token).get('/preview/v1/session');
    expect(body).toMatchObject({ kind: 'link', drafts: 'none', item: { type: 'kite', id } });
    const at = await page.evaluate<string>(`new Date('${later}T10:30').toISOString()`);
    expect(body.at).toBe(at);
  });
});
