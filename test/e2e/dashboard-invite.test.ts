import { beforeAll, describe, expect, it } from 'vitest';
import { password } from '../support/dashboard.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';

describe('an invitation', () => {
  let dashboard: TestDashboard;
  useAxe();
  beforeAll(async () => {
    dashboard = await startDashboard({});
  });

  it('is made, passed on and used by keyboard alone, and works once', { timeout: 60_000 }, async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/members');
    await page.getByRole('row').nth(1).waitFor();

    await page.keyboard.press('c');
    await page.keyboard.type('Nina, for the blog');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'The invitation is ready' }).waitFor();
    await page.getByRole('button', { name: 'Copy link' }).waitFor();
    await expectAccessible(page);
    const url = await page.getByRole('dialog').locator('code').innerText();
    await page.keyboard.press('Escape');
    await page.getByRole('cell', { name: 'Nina, for the blog' }).waitFor();
    await expectAccessible(page);

    const guest = await dashboard.newPage({ expectedErrors: [/404/] });
    const link = new URL(url);
    await guest.goto(link.pathname + link.hash);
    await guest.getByRole('heading', { name: 'Join Test' }).waitFor();
    await expectAccessible(guest);
    await guest.keyboard.type('Nina New');
    await guest.keyboard.press('Tab');
    await guest.keyboard.type(`nina-${project.id}@example.test`);
    await guest.keyboard.press('Tab');
    await guest.keyboard.type(password);
    await guest.keyboard.press('Enter');
    await guest.getByRole('heading', { level: 1, name: 'Test', exact: true }).waitFor();

    await page.reload();
    const row = page.getByRole('row', { name: /Nina New/ });
    await row.waitFor();
    expect(await page.getByRole('table', { name: 'Invitations' }).count()).toBe(0);
    await guest.goto('/dashboard/sign-in');
    await guest.goto(link.pathname + link.hash);
    await guest.getByRole('heading', { name: 'This link does not work' }).waitFor();
    await guest.getByText('it was used or withdrawn, or it has expired').waitFor();
    await expectAccessible(guest);

    await row.getByRole('button').press('Enter');
    await page.getByRole('menuitem', { name: 'Reset password', exact: true }).press('Enter');
    await page.getByRole('heading', { name: 'Reset the password of Nina New' }).waitFor();
    const reset = new URL(await page.getByRole('dialog').locator('code').innerText());
    await guest.goto('/dashboard/sign-in');
    await guest.goto(reset.pathname + reset.hash);
    await guest.getByLabel('New password').fill('another long password');
    await expectAccessible(guest);
    await guest.keyboard.press('Enter');
    await guest.getByRole('heading', { level: 1, name: 'Test', exact: true }).waitFor();
    await guest.goto(`/dashboard/p/${project.id}/account`);
    await guest.getByText(/with a link that owner-.* created/).waitFor();
    await guest.getByRole('cell', { name: /this one/ }).waitFor();
    await expectAccessible(guest);
  });

  it('is withdrawn, and no longer works', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/members');
    await page.getByRole('button', { name: 'Invite' }).press('Enter');
    await page.keyboard.press('Control+Enter');
    const url = new URL(await page.getByRole('dialog').locator('code').innerText());
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Withdraw' }).press('Enter');
    await page.getByRole('button', { name: 'Withdraw invitation' }).press('Enter');
    await page.getByText('The invitation is withdrawn').waitFor();

    const guest = await dashboard.newPage({ expectedErrors: [/404/] });
    await guest.goto(url.pathname + url.hash);
    await guest.getByRole('heading', { name: 'This link does not work' }).waitFor();
  });
});
