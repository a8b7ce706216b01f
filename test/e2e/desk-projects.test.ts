import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { endMembership } from '../../src/accounts/users/membership.ts';
import { findUserByEmail } from '../../src/accounts/users/repository.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  startDashboard,
  type TestDashboard,
  useAxe,
} from './support/dashboard.ts';

let open: TestDashboard;
let off: TestDashboard;
useAxe();
beforeAll(async () => {
  open = await startDashboard({ PROJECT_CREATION: 'everyone', MAX_PROJECTS_PER_PERSON: '1' });
  off = await startDashboard();
});

const ping = async (token: string) => {
  const headers = { Authorization: `Bearer ${token}` };
  return (await (await fetch(`${open.service.url}/v1/ping`, { headers })).json()) as {
    project: { name: string };
  };
};

async function fill(page: Page, name: string) {
  await page.getByRole('dialog', { name: 'New project' }).waitFor();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create project' }).click();
}

describe('New project…', () => {
  it('creates one from the switcher and opens it', async () => {
    const project = await open.service.newProject();
    const page = await open.open(project, '/keys');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByRole('menuitem', { name: 'New project…' }).click();
    await page.getByRole('dialog', { name: 'New project' }).waitFor();
    await expectAccessibleInBothThemes(page);

    await fill(page, 'Magazine');

    await page.getByRole('heading', { name: 'Magazine is ready' }).waitFor();
    await expectAccessibleInBothThemes(page);
    const tokens = await page.getByRole('dialog').locator('code').allInnerTexts();
    expect(tokens.map((token) => token.slice(0, 3))).toEqual(['pk_', 'sk_']);
    for (const token of tokens) expect((await ping(token)).project.name).toBe('Magazine');
    await page.getByRole('button', { name: 'Open project' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Magazine' }).click();
    await page.getByRole('menuitem', { name: 'Test' }).waitFor();
    expect(page.url()).not.toContain(project.id);
  });

  it('is in the palette, says at the name what is wrong, and names the bound of a person', async () => {
    const project = await open.service.newProject();
    const page = await open.open(project, '/keys', { expectedErrors: [/400/] });
    const begin = async () => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.type('New project');
      await page.getByRole('option', { name: /New project…/ }).waitFor();
      await page.keyboard.press('Enter');
    };
    await begin();
    await fill(page, '  ');
    await page
      .getByRole('alert')
      .getByText(/1 to 200 characters/)
      .waitFor();
    await fill(page, 'Magazine');
    await page.getByRole('button', { name: 'Open project' }).press('Enter');
    await page.getByRole('heading', { name: 'Magazine', exact: true }).waitFor();

    await begin();
    await fill(page, 'One more');

    await page
      .getByRole('alert')
      .getByText(/^You can create at most \d+ projects?\.$/)
      .waitFor();
    await expectAccessible(page);
  });

  it('is offered to a person without any project, who goes on in the new one', async () => {
    const { app } = open.service;
    const project = await open.service.newProject();
    const expectedErrors = [/404/]; // what Home still reads when the membership ends
    const page = await open.open(project, '', { role: 'editor', expectedErrors });
    const user = await findUserByEmail(app.system, `editor-${project.id}@example.test`);
    await endMembership(app.system.project(project.id), user?._id ?? '');
    await page.goto('/dashboard/');
    await page.getByText('You are not a member of any project').waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'New project…' }).click();
    await fill(page, 'My own');

    await page.getByRole('heading', { name: 'My own is ready' }).waitFor();
    expect(await page.getByRole('dialog').locator('code').count()).toBe(2);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'My own' }).waitFor();
  });

  it('is nowhere while the operator keeps it off', async () => {
    const project = await off.service.newProject();
    const page = await off.open(project, '/keys');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Test' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'New project…' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('New project');
    await page.getByText(/No results/).waitFor();
  });
});
