import { beforeAll, describe, expect, it } from 'vitest';
import { givenUp } from '../../src/contract/events/cdn.ts';
import { signedIn } from '../support/dashboard.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';

let dashboard: TestDashboard;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
});

describe('CDN mode on the screen Delivery', () => {
  it('is turned on by keyboard after saying what is given up, and off without a question', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/delivery');
    const save = page.getByRole('button', { name: 'Save CDN mode' });
    const cacheControl = async () =>
      (await project.publishable.get('/v1/blog/articles')).headers.get('Cache-Control') ?? '';

    await page.getByLabel('Profile').selectOption('keyed');
    await page.getByLabel('Keep responses for').fill('600');
    await save.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    for (const sentence of givenUp) expect(await dialog.innerText()).toContain(sentence);
    await expectAccessible(page);
    expect(await cacheControl()).toBe('private, no-cache'); // nothing happens before it is confirmed
    await dialog.getByRole('button', { name: 'Turn on' }).press('Enter');
    await page.getByText('CDN mode saved').first().waitFor();
    expect(await cacheControl()).toContain('s-maxage=600');

    await page.reload();
    await expect.poll(() => page.getByLabel('Profile').inputValue()).toBe('keyed');
    await page.getByLabel('Profile').selectOption('off');
    await save.press('Enter');
    await expect.poll(cacheControl).toBe('private, no-cache');
  });

  it('of two owners at once is kept from both', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/delivery');
    await page.getByLabel('Profile').selectOption('keyed');
    await page.getByLabel('Keep responses for').fill('600');

    const other = await signedIn(dashboard.service, project.id, 'owner');
    await other.send('PATCH', `/projects/${project.id}/settings`, { cdn: { stale_seconds: 7 } });
    await page.getByRole('button', { name: 'Save CDN mode' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).press('Enter');
    await page.getByText('CDN mode saved').first().waitFor();

    const stored = await other.send('GET', `/projects/${project.id}/settings`);
    expect(stored.body).toMatchObject({
      cdn: { profile: 'keyed', max_age_seconds: 600, stale_seconds: 7 },
    });
  });

  it('says where a number is out of bounds', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/delivery', { expectedErrors: [/400/] });

    await page.getByLabel('Profile').selectOption('edge');
    await page.getByLabel('Serve stale for').fill('601');
    await page.getByRole('button', { name: 'Save CDN mode' }).click();
    await page.getByRole('button', { name: 'Turn on' }).click();

    await page.getByRole('dialog').getByRole('alert').waitFor();
    expect((await project.publishable.get('/v1/blog/articles')).headers.get('Cache-Control')).toBe(
      'private, no-cache',
    );
  });
});
