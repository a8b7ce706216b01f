import { beforeAll, describe, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';

describe('the delivery screen', () => {
  let dashboard: TestDashboard;
  let receiver: Receiver;
  useAxe();
  beforeAll(async () => {
    dashboard = await startDashboard({ WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8' });
    receiver = await startReceiver();
    await dashboard.service.app.start();
  });

  it('adds a target by keyboard, tests it, purges everything, and shows what was told', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/delivery');
    await page.getByRole('heading', { name: 'No purge targets yet' }).waitFor();
    await expectAccessible(page);

    await page.keyboard.press('c');
    await page.keyboard.press('Tab');
    await page.keyboard.type(receiver.url);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Copy the signing secret now' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Your server .*Up to date/ }).waitFor({ timeout: 30_000 });

    await page.keyboard.press('p');
    await page.getByRole('button', { name: 'Purge everything' }).press('Enter');
    await page.getByRole('row', { name: /Everything Purge Told/ }).waitFor({ timeout: 30_000 });
    await expectAccessible(page);

    await page.getByRole('row', { name: /Your server/ }).press('Enter');
    await page.getByRole('button', { name: 'Send a test' }).press('Enter');
    await page.getByRole('heading', { name: 'The test arrived' }).waitFor();
    expect(await page.getByRole('dialog').innerText()).toContain('X-Service-Signature');
    await expectAccessible(page);
  });
});
