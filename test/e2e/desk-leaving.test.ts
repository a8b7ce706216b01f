import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { addPerson, password } from '../support/dashboard.ts';
import type { TestProject } from '../support/service.ts';
import { startDashboard, type TestDashboard } from './support/dashboard.ts';
import { addEntry, defineEverything } from './support/entries.ts';

let dashboard: TestDashboard;
let project: TestProject;
beforeAll(async () => {
  dashboard = await startDashboard();
  project = await dashboard.service.newProject();
  await defineEverything(project);
});

async function signOut(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type('sign out');
  await page.getByRole('option', { name: 'Sign out' }).waitFor();
  await page.keyboard.press('Enter');
}

/** Holds answers of the project back until they are let go. */
async function holdReads(page: Page, isHeld: (path: string) => boolean): Promise<() => void> {
  let free = () => {};
  const freed = new Promise<void>((resolve) => (free = resolve));
  await page.route('**/dashboard/api/projects/**', async (route) => {
    if (isHeld(new URL(route.request().url()).pathname)) await freed;
    await route.continue().catch(() => undefined); // the page may have given it up
  });
  return free;
}

describe('signing out', () => {
  it('saves what was typed a moment ago, and leaves no error behind', async () => {
    const id = await addEntry(project, 'kite', { title: 'Before' });
    const page = await dashboard.open(project, `/entries/kite/${id}`);
    await page.getByLabel(/^Title/).fill('Typed last');
    await signOut(page);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();

    await expect
      .poll(async () => {
        const { body } = await project.secret.patch(`/v1/content/kite/${id}`, { values: {}, publish: true });
        return (body['values'] as { title: string }).title;
      })
      .toBe('Typed last');
  });

  it('ends what is asked for at that moment, and the next sign-in is not taken for a lost session', async () => {
    const email = `leaving-${project.id}@example.test`;
    await addPerson(dashboard.service.app, project.id, { email, role: 'editor' });
    const page = await dashboard.open(project, '/blog');
    const free = await holdReads(page, (path) => /\/(?:media|trash|authors)/.test(path));
    await page.getByRole('link', { name: 'Trash', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Trash' }).waitFor();
    await signOut(page);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    free();

    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await page.getByText('Recently edited').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('waits for the answer of a person with unsaved changes, who stays signed in when they stay', async () => {
    const id = await addEntry(project, 'kite', { title: 'Kept here' });
    const page = await dashboard.open(project, `/entries/kite/${id}`, { expectedErrors: [/ERR_/] });
    const path = `**/dashboard/api/projects/*/content/kite/entries/${id}*`;
    await page.route(path, (route) => route.abort());
    await page.getByLabel(/^Title/).fill('Not stored yet');
    await signOut(page);
    const question = page.getByRole('dialog', { name: 'Leave before everything is saved?' });
    await question.getByRole('button', { name: 'Stay here' }).click();
    await page.unroute(path);
    await page.getByText('Saved', { exact: true }).waitFor();

    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByText('Recently edited').waitFor();
    await page.reload();
    await page.getByText('Recently edited').waitFor();
  });

  it('goes on by itself when everything is saved while it asks', async () => {
    const id = await addEntry(project, 'kite', { title: 'Slow' });
    const page = await dashboard.open(project, `/entries/kite/${id}`, { expectedErrors: [/ERR_/] });
    const path = `**/dashboard/api/projects/*/content/kite/entries/${id}*`;
    await page.route(path, (route) => route.abort());
    await page.getByLabel(/^Title/).fill('Stored late');
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByRole('dialog', { name: 'Leave before everything is saved?' }).waitFor();
    await page.unroute(path);
    await page.getByText('Recently edited').waitFor({ timeout: 20_000 });
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});
