import { beforeAll, describe, expect, it } from 'vitest';
import { password } from '../support/dashboard.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';

const newPassword = 'an even longer pass phrase';

describe('your account', () => {
  let dashboard: TestDashboard;
  useAxe();
  beforeAll(async () => {
    dashboard = await startDashboard({});
  });

  it('is found in the menu, and gives the name that others see', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '');

    await page.getByRole('button', { name: 'Test', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: 'Your account' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
    await expectAccessible(page);
    await page.getByLabel('Name').fill('Nell Abarrow');
    await page.keyboard.press('Enter');
    await page.getByText('Name saved').waitFor();

    await page.goto(`/dashboard/p/${project.id}/members`);
    await page.getByRole('cell', { name: 'Nell Abarrow (you)' }).waitFor();
  });

  it('changes the password when the old one is known, and ends the other sessions', async () => {
    const project = await dashboard.service.newProject();
    const options = { expectedErrors: [/40[01]/] };
    const page = await dashboard.open(project, '/account', options);
    const email = `owner-${project.id}@example.test`;
    const elsewhere = await dashboard.newPage(options);
    await signIn(elsewhere, password);
    await elsewhere.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();

    await page.getByLabel('Current password').fill('not the password');
    await page.getByLabel('New password').fill(newPassword);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Current password').fill(password);
    await page.keyboard.press('Enter');
    await page.getByText('Password changed. Your other sessions have ended.').waitFor();
    expect(await page.getByLabel('New password').inputValue()).toBe('');

    await signIn(elsewhere, newPassword);
    await elsewhere.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();

    async function signIn(where: typeof page, secret: string): Promise<void> {
      await where.goto(`/dashboard/p/${project.id}/keys`);
      await where.getByRole('heading', { name: 'Sign in' }).waitFor();
      await where.getByLabel('Email').fill(email);
      await where.getByLabel('Password').fill(secret);
      await where.keyboard.press('Enter');
    }
  });
});
