import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';

describe('the webhooks screen', () => {
  let dashboard: TestDashboard;
  let receiver: Receiver;
  useAxe();
  beforeAll(async () => {
    dashboard = await startDashboard({
      WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8',
      WEBHOOK_RETRY_SECONDS: '600,600,600,600,600',
    });
    receiver = await startReceiver();
    await dashboard.service.app.start();
  });

  /** A project with an endpoint at the receiver, and the endpoint's screen. */
  async function openEndpoint() {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/webhooks');
    await page.keyboard.press('c');
    await page.keyboard.type(receiver.url);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Copy the signing secret now' }).waitFor();
    const secret = await page.getByRole('dialog').locator('code').last().innerText();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('row', { name: new RegExp(new URL(receiver.url).host) }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Deliveries', exact: true }).waitFor();
    return { project, page, secret };
  }

  it('adds an address by keyboard, sends a test event, and shows what came of it', async () => {
    const { page, secret } = await openEndpoint();
    expect(secret.length).toBeGreaterThan(20);

    await page.keyboard.press('t');
    await page.getByRole('heading', { name: 'The test event arrived' }).waitFor();

    expect(await page.getByRole('dialog').innerText()).toContain('X-Service-Signature');
    await expectAccessible(page);
  });

  it('asks for cache tags by keyboard, and says so', async () => {
    const { page } = await openEndpoint();
    expect(await page.locator('.facts').first().innerText()).not.toContain('with cache tags');
    await page.getByRole('button', { name: 'More actions' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Edit URL and events' }).press('Enter');

    const box = page.getByRole('checkbox', { name: 'Send cache tags with each event' });
    await box.press('Space');
    await expectAccessible(page);
    await page.keyboard.press('Control+Enter');

    await page.getByText('All, with cache tags').waitFor();
  });

  it('shows a delivery with its request and answer, and sends it again', async () => {
    const { project, page } = await openEndpoint();
    await project.secret.put('/v1/schema/content-types/note', { fields: [{ key: 'title', type: 'string' }] });
    const row = page.getByRole('row', { name: /content.type.updated/ });
    await row.waitFor({ timeout: 20_000 });
    await page.getByRole('row', { name: /Delivered/ }).waitFor({ timeout: 20_000 });
    await expectAccessible(page);

    await row.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'Attempt 1' }).waitFor();
    expect(await dialog.innerText()).toContain('"event": "content.type.updated"');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await dialog.getByRole('heading', { name: 'Attempt 2' }).waitFor({ timeout: 20_000 });
  });

  it('shows what a receiver answered that refuses, and when it is tried again', async () => {
    const { project, page } = await openEndpoint();
    receiver.answer = 503;
    onTestFinished(() => void (receiver.answer = 204));
    await project.secret.put('/v1/schema/content-types/note', { fields: [{ key: 'title', type: 'string' }] });

    const row = page.getByRole('row', { name: /content.type.updated .*Queued 503 1 in 10 minutes/ });
    await row.waitFor({ timeout: 20_000 });
    await row.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Next attempt in 10 minutes').waitFor();
    await dialog.getByText('The endpoint answered 503.').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Failed' }).click();
    await page.getByRole('heading', { name: 'No matching deliveries' }).waitFor();
  });

  it('is disabled and enabled again, gets a new secret, and is deleted after its name was typed', async () => {
    const { page, secret } = await openEndpoint();
    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'More actions' }).press('Enter');
      await page.getByRole('menuitem', { name }).press('Enter');
    };

    await choose('Disable');
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await page.getByText('Disabled manually').waitFor();
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByText('Disabled manually').waitFor({ state: 'detached' });

    await choose('New signing secret');
    await page.getByRole('button', { name: 'Create secret' }).click();
    await page.getByRole('heading', { name: 'Copy the signing secret now' }).waitFor();
    expect(await page.getByRole('dialog').locator('code').last().innerText()).not.toBe(secret);
    await page.keyboard.press('Escape');

    await choose('Delete');
    const remove = page.getByRole('button', { name: 'Delete webhook' });
    expect(await remove.isDisabled()).toBe(true);
    await page.keyboard.type(new URL(receiver.url).host);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
    await expectAccessible(page);
  });

  it('replays everything since a moment', async () => {
    const { project, page } = await openEndpoint();
    await project.secret.put('/v1/schema/content-types/note', { fields: [{ key: 'title', type: 'string' }] });
    await page.getByRole('row', { name: /Delivered/ }).waitFor({ timeout: 20_000 });

    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Replay events since…' }).click();
    await page.getByRole('button', { name: 'Replay' }).click();

    await page.getByText('1 delivery is sent again').waitFor();
  });
});
