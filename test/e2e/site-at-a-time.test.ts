import { beforeAll, describe, expect, it } from 'vitest';
import { createEntry, dayMs, defineType, expectDone } from '../support/content.ts';
import { signedIn } from '../support/dashboard.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';
import { type PreviewSite, startPreviewSite } from './support/preview-site.ts';

let dashboard: TestDashboard;
let site: PreviewSite;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
  site = await startPreviewSite(() => dashboard.service.url);
  site.hasScript = false;
});

const wide = { viewport: { width: 1440, height: 900 } };

async function newSite() {
  const project = await dashboard.service.newProject();
  await defineType(project, 'page', { title: 'string', sections: 'json' });
  const owner = await signedIn(dashboard.service, project.id, 'owner');
  const settings = { preview_url: site.previewUrl };
  expect((await owner.send('PATCH', `/projects/${project.id}/settings`, settings)).status).toBe(200);
  const { id } = await createEntry(project, 'page', { title: 'Spring' }, { publish: true });
  const path = `/v1/content/page/${String(id)}`;
  const publish_at = new Date(Date.now() + dayMs).toISOString();
  expectDone(await project.secret.patch(path, { values: { title: 'Summer' }, publish_at }));
  expectDone(await project.secret.patch(`${path}?draft=true`, { values: { title: 'Only a draft' } }));
  return { project, id: String(id), publish_at };
}

describe('the site at a time', () => {
  it('moves between the dates of the calendar with arrow keys, and is shared', async () => {
    const { project, id, publish_at } = await newSite();
    const page = await dashboard.open(project, `/site?type=page&id=${id}`, wide);
    const heading = (name: string) =>
      page.frameLocator('iframe[title="Your site"]').getByRole('heading', { level: 1, name });
    await heading('Spring').waitFor();
    await page.getByText('As readers see it now').waitFor();

    const slider = page.getByRole('slider', { name: 'Date of the calendar' });
    await page.locator('input[type=range]:enabled').waitFor(); // it has no dates at first
    await slider.press('ArrowRight');
    await heading('Summer').waitFor();
    await page.getByText('As readers will see it on').waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share' });
    expect(await dialog.getByLabel('People with the link see').inputValue()).toBe('time');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const ready = page.getByRole('dialog', { name: 'The link is ready' });
    const url = (await ready.getByText(/^http/).textContent()) ?? '';
    const token = new URL(url).searchParams.get('token');
    const session = await project.as(token).get('/preview/v1/session');
    expect(session.body).toMatchObject({ kind: 'link', drafts: 'none', at: publish_at, item: { id } });
    await ready.getByRole('button', { name: 'Done' }).click();

    await page.getByRole('button', { name: 'Back to now' }).click();
    await heading('Spring').waitFor();
  });

  it('opens from the calendar on the page of the item', async () => {
    const { project } = await newSite();
    const month = new Date(Date.now() + dayMs).toISOString().slice(0, 7);
    const page = await dashboard.open(project, `/calendar?month=${month}`, wide);
    const link = page.getByRole('link', { name: /See the site at this time/ }).first();
    await link.waitFor();
    await expectAccessible(page);
    await link.click();
    const frame = page.frameLocator('iframe[title="Your site"]');
    await frame.getByRole('heading', { level: 1, name: 'Summer' }).waitFor();
  });
});
