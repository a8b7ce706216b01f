import { beforeAll, describe, expect, it } from 'vitest';
import type { TestProject } from '../support/service.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';

useAxe();

let dashboard: TestDashboard;
let project: TestProject;
let summer = '';
let entry = '';
beforeAll(async () => {
  dashboard = await startDashboard();
  project = await dashboard.service.newProject();
  const { secret } = project;
  await secret.put('/v1/schema/content-types/page', { fields: [{ key: 'title', type: 'string' }] });
  const values = { title: 'Home' };
  entry = (await secret.post('/v1/content/page/entries', { values, publish: true })).body.id;
  summer = (await secret.post('/v1/releases', { name: 'Summer' })).body.id;
  await secret.patch(`/v1/content/page/${entry}?release=${summer}`, { values: { title: 'Summer home' } });
});

describe('an open release', () => {
  it('says of content that belongs to no release that readers see it at once', async () => {
    const page = await dashboard.open(project, `/entries/page?release=${summer}`);
    await page.getByText('You are in the release Summer.', { exact: false }).waitFor();

    for (const screen of ['Blog', 'Knowledge base', 'Authors', 'Categories', 'Media']) {
      await page.getByRole('link', { name: screen, exact: true }).click();
      await page.getByText('Not part of releases.').waitFor();
      expect(await page.getByText('You are in the release', { exact: false }).count()).toBe(0);
    }
  });

  it('never calls live what only the release has published', async () => {
    const page = await dashboard.open(project, `/entries/page/${entry}?release=${summer}`);
    const state = page.getByRole('region', { name: 'Status' });
    await state.getByText('In release', { exact: true }).waitFor();
    expect(await state.getByText('Live', { exact: true }).count()).toBe(0);

    await page.goto(`/dashboard/p/${project.id}/entries/page/${entry}`);
    await state.getByText('Live', { exact: true }).waitFor();
  });

  it('opens what would change from its difference, inside the release', async () => {
    const page = await dashboard.open(project, `/releases/${summer}`);
    await page.getByRole('link', { name: 'Summer home' }).click();
    await expect.poll(() => page.getByLabel('title').inputValue()).toBe('Summer home');
    expect(new URL(page.url()).searchParams.get('release')).toBe(summer);
  });

  it('shows field by field what would change, beside the live version', async () => {
    const path = `/v1/content/page/${entry}?release=${summer}`;
    await project.secret.patch(path, { values: { title: 'Summer home' }, publish: true });
    const page = await dashboard.open(project, `/releases/${summer}`);
    const show = page.getByRole('button', { name: 'Show what differs in Summer home' });
    await show.press('Enter');

    await page.getByRole('insertion').waitFor();
    expect(await page.getByRole('insertion').allInnerTexts()).toEqual(['Summer home']);
    expect(await page.getByRole('deletion').allInnerTexts()).toEqual(['Home']);
    await expectAccessible(page);
  });
});
