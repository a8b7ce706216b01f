import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { endMembership } from '../../src/accounts/users/membership.ts';
import { findUserByEmail } from '../../src/accounts/users/repository.ts';
import { addPerson } from '../support/dashboard.ts';
import { expectDone } from '../support/content.ts';
import type { TestProject } from '../support/service.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';
import { addEntry, defineEverything } from './support/entries.ts';

let dashboard: TestDashboard;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
});

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });
const settingsOf = async (page: Page, { id }: TestProject) =>
  (await (await page.request.get(`/dashboard/api/projects/${id}/settings`)).json()) as object;

describe('a person who is removed from the project while typing', () => {
  it('keeps the words on the screen, is told why, and goes on once invited again', async () => {
    const { app } = dashboard.service;
    const project = await dashboard.service.newProject();
    await defineEverything(project);
    const id = await addEntry(project, 'kite', { title: 'Delta' });
    const page = await dashboard.open(project, `/entries/kite/${id}`, {
      role: 'editor',
      expectedErrors: [/404/],
    });
    const summary = page.getByLabel(/^Summary/);
    await summary.fill('Before');
    await page.getByText('Saved', { exact: true }).waitFor();
    const person = await findUserByEmail(app.system, `editor-${project.id}@example.test`);
    await endMembership(app.system.project(project.id), person?._id ?? '');

    await summary.fill('Typed by somebody who was removed');
    const band = page.getByText('You are no longer a member of this project.', { exact: false });
    await band.waitFor();
    await page.getByText('You no longer have access to this project. Copy your unsaved changes.').waitFor();
    expect(await summary.inputValue()).toBe('Typed by somebody who was removed');
    await expectAccessible(page);

    await addPerson(app, project.id, { email: `editor-${project.id}@example.test`, role: 'editor' });
    await page.reload();
    await page.getByText('Saved', { exact: true }).waitFor();
    await expect.poll(() => band.count()).toBe(0);
    expect(await summary.inputValue()).toBe('Typed by somebody who was removed');
  });
});

describe('an owner who becomes an editor while building a type', () => {
  it('is asked before the screen is left, and may save once an owner again', async () => {
    const { app } = dashboard.service;
    const project = await dashboard.service.newProject();
    const fields = [{ key: 'title', label: 'Title', type: 'string' }];
    expectDone(await project.secret.put('/v1/schema/content-types/boat', { name: 'Boat', fields }));
    const page = await dashboard.open(project, '/content-types/type/boat', { expectedErrors: [/403/] });
    await addPerson(app, project.id, { email: `second-${project.id}@example.test`, role: 'owner' });
    const give = (role: 'owner' | 'editor') =>
      addPerson(app, project.id, { email: `owner-${project.id}@example.test`, role });
    await page.getByLabel('Name', { exact: true }).fill('Sailing boat');
    await give('editor');

    await page.keyboard.press('Control+s');
    await page.getByText('Only owners of the project can change its types.').waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Sailing boat');
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stay here' }).press('Enter');
    await give('owner');
    await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))"); // the tab is looked at again
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    const stored = expectDone(await project.secret.get('/v1/schema/content-types/boat'));
    expect(stored['name']).toBe('Sailing boat');
  });
});

describe('the settings of a project', () => {
  it('keep what is typed in one part when another part is saved', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/settings');
    await page.getByLabel('Name', { exact: true }).fill('Tide tables');
    await page.getByLabel('Blog articles').fill('/journal/{slug}');
    await page.getByRole('button', { name: 'Save links' }).click();
    await page.getByText('Links saved').waitFor();

    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Tide tables');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByText('Settings saved').waitFor();
    expect(await settingsOf(page, project)).toMatchObject({
      name: 'Tide tables',
      link_patterns: { blog_article: '/journal/{slug}' },
    });
  });

  it('of two owners at once are both kept', async () => {
    const { app } = dashboard.service;
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/settings');
    const other = await dashboard.open(project, '/settings', { role: 'editor' });
    await addPerson(app, project.id, { email: `editor-${project.id}@example.test`, role: 'owner' });
    await other.reload();
    for (const one of [page, other]) await one.getByLabel('Blog articles').waitFor();

    await other.getByLabel('Preview URL').fill('https://example.test/preview?slug={slug}&token={token}');
    await other.getByRole('button', { name: 'Save settings' }).click();
    await other.getByText('Settings saved').waitFor();
    await other.getByLabel('Authors').fill('/people/{slug}');
    await other.getByRole('button', { name: 'Save links' }).click();
    await other.getByText('Links saved').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Of both');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByText('Settings saved').waitFor();
    await page.getByLabel('Blog articles').fill('/journal/{slug}');
    await page.getByRole('button', { name: 'Save links' }).click();
    await page.getByText('Links saved').waitFor();

    expect(await settingsOf(page, project)).toMatchObject({
      name: 'Of both',
      preview_url: 'https://example.test/preview?slug={slug}&token={token}',
      link_patterns: { author: '/people/{slug}', blog_article: '/journal/{slug}' },
    });
  });
});

describe('what is shown once', () => {
  it('stays when one clicks beside it', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/members');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click();
    const ready = page.getByRole('heading', { name: 'The invitation is ready' });
    await ready.waitFor();
    await page.mouse.click(8, 400);

    await page.getByRole('button', { name: 'Copy link' }).click();
    expect(await ready.count()).toBe(1);
    await page.getByRole('button', { name: 'Done' }).click();
    await ready.waitFor({ state: 'detached' });
    await expect.poll(() => messages(page).locator('.toast-bad').count()).toBe(0);
  });
});
