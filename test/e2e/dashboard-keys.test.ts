import { beforeAll, describe, expect, it } from 'vitest';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  startDashboard,
  type TestDashboard,
  useAxe,
} from './support/dashboard.ts';

describe('the keys screen', () => {
  let dashboard: TestDashboard;
  useAxe();
  beforeAll(async () => {
    dashboard = await startDashboard();
  });

  it('makes a secret key by keyboard alone, shows it once, and the key works until it is revoked', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/keys', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });

    await page.keyboard.press('c');
    await page.keyboard.type('Import script');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown'); // from publishable to secret
    await page.getByLabel('Expires').selectOption('7');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Copy your key now' }).waitFor();
    await expectAccessible(page);
    const token = await page.getByRole('dialog').locator('code').innerText();
    await page.getByRole('button', { name: 'Copy the key' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(token);
    await page.keyboard.press('Escape');

    expect((await project.as(token).get('/v1/ping')).status).toBe(200);
    const row = page.getByRole('row', { name: /Import script/ });
    await row.waitFor();
    expect(await row.innerText()).toContain('shown once');
    expect(await row.innerText()).toContain('in 7 days');
    await expect
      .poll(async () => (await page.reload(), await row.waitFor(), row.innerText()))
      .toContain('just now'); // when it was used last

    await row.getByRole('button', { name: 'Actions for Import script' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Revoke' }).press('Enter');
    await page.getByRole('button', { name: 'Revoke key' }).press('Enter');
    await page.getByText('Import script is revoked').waitFor(); // the row is out of reach behind the question already
    await row.waitFor({ state: 'detached' });
    expect((await project.as(token).get('/v1/ping')).status).toBe(401);

    await page.getByLabel(/Show revoked keys/).check();
    expect(await row.innerText()).toContain('Revoked');
  });

  it('makes a publishable key for an origin, shows it again, and changes its origins', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/keys');

    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('Website');
    await page.getByLabel('Origins').fill('https://one.example.com');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row', { name: /Website/ });
    const token = await row.locator('code').innerText();
    const ask = (origin: string) =>
      fetch(`${dashboard.service.url}/v1/ping`, {
        headers: { Authorization: `Bearer ${token}`, Origin: origin },
      });

    expect((await ask('https://one.example.com')).status).toBe(200);
    expect((await ask('https://two.example.com')).status).toBe(403);

    await row.click();
    await page.getByLabel('Origins').fill('https://one.example.com\nhttps://two.example.com');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    expect((await ask('https://two.example.com')).status).toBe(200);
  });

  it('says at the field what is wrong with it', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/keys', { expectedErrors: [/400/] });

    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('Website');
    await page.getByLabel('Origins').fill('example');
    await page.getByRole('button', { name: 'Create key' }).click();

    const field = page.getByLabel('Origins');
    await page.getByRole('alert').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page);
  });

  it('has no serious fault of accessibility in both themes', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/keys');
    await page.getByRole('row').nth(1).waitFor();

    await expectAccessibleInBothThemes(page);
  });

  it('is refused to editors, who do not find it either', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/keys', { role: 'editor' });

    await page.getByText('Only owners can open this').waitFor();
    expect(await page.getByRole('button', { name: 'New key' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Keys' }).count()).toBe(0);
  });
});
