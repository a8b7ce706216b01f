import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { databaseOf } from '../support/database.ts';
import { signedIn } from '../support/dashboard.ts';
import type { TestProject } from '../support/service.ts';
import { startRealIssuer } from '../support/sign-in/real-issuer.ts';
import { issuerVariables } from '../support/sign-in/stand-in-issuer.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';
import { startFront } from './support/front.ts';
import { pressOn, typeInto } from './support/keyboard.ts';

let dashboard: TestDashboard;
let project: TestProject;
let baseURL: string;
useAxe();
beforeAll(async () => {
  const issuer = await startRealIssuer({
    ada: { email: 'ada@acme.example', email_verified: true, name: 'Ada Lovelace' },
    dan: { email: 'dan@acme.example', email_verified: true, name: 'Dan', groups: ['web-team'] },
    bea: { email: 'bea@acme.example', email_verified: true, name: 'Bea' },
  });
  // The issuer sends browsers to BASE_URL, which must be known before the service has a port.
  baseURL = await startFront(() => dashboard.service.url);
  issuer.allow(baseURL);
  dashboard = await startDashboard({ ...issuerVariables(issuer), BASE_URL: baseURL });
  project = await dashboard.service.newProject();
});

vi.setConfig({ testTimeout: 180_000 }); // the pages of the issuer are slow on a busy machine

/** Rejected requests, and what the pages of the issuer load from elsewhere. */
const expectedErrors = [/40[1349]/, /fonts\.googleapis/];

const identities = () => databaseOf(dashboard.service.app.system).collection('identities');

/** Signs in on the pages of the issuer and allows the access. */
async function signInThere(page: Page, login: string): Promise<void> {
  await page.locator('input[name=login]').fill(login);
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

describe('single sign-on', () => {
  it('joins by an invitation, and keeps the last way in', async () => {
    const owner = await signedIn(dashboard.service, project.id, 'owner');
    const { body } = await owner.send('POST', `/projects/${project.id}/invitations`, { role: 'owner' });
    const token = new URL(String(body.url)).hash;
    const page = await dashboard.newPage({ baseURL, expectedErrors });
    await page.goto(`/dashboard/link${token}`);
    await page.getByRole('button', { name: 'Continue with Acme' }).waitFor();
    await expectAccessible(page);
    await pressOn(page.getByRole('button', { name: 'Continue with Acme' }));
    await signInThere(page, 'ada');
    await page.waitForURL(`**/dashboard/p/${project.id}**`);
    expect(await identities().countDocuments({ sub: 'ada' })).toBe(1);

    await page.goto(`/dashboard/p/${project.id}/account`);
    await page.getByText('ada@acme.example', { exact: false }).first().waitFor();
    await expectAccessible(page);
    await pressOn(page.getByRole('button', { name: 'Unlink Acme' }));
    await pressOn(page.getByRole('dialog').getByRole('button', { name: 'Unlink Acme' }));
    await page.getByText('You couldn’t sign in anymore.', { exact: false }).waitFor();
  });

  it('is linked, and confirms in a popup', async () => {
    const page = await dashboard.open(project, '/account', { baseURL, expectedErrors });
    await pressOn(page.getByRole('button', { name: 'Link Acme' }));
    await signInThere(page, 'cleo');
    await page.getByRole('button', { name: 'Unlink Acme' }).waitFor();

    await databaseOf(dashboard.service.app.system)
      .collection('sessions')
      .updateMany({}, { $set: { strong_at: new Date(0) } });
    await pressOn(page.getByRole('button', { name: 'Add an authenticator app' }));
    await page.getByRole('dialog', { name: 'Confirm it’s you' }).waitFor();
    await expectAccessible(page);
    const popupEvent = page.waitForEvent('popup');
    await pressOn(page.getByRole('button', { name: 'Continue with Acme' }));
    const popup = await popupEvent;
    await popup.locator('input[name=login]').fill('cleo');
    await popup.locator('input[name=password]').fill('any');
    await popup.locator('button[type=submit]').click();
    await page.getByRole('dialog', { name: 'Add an authenticator app' }).waitFor();
    expect(popup.isClosed()).toBe(true);
    await page.keyboard.press('Escape');

    await pressOn(page.getByRole('button', { name: 'Unlink Acme' }));
    await pressOn(page.getByRole('dialog').getByRole('button', { name: 'Unlink Acme' }));
    await page.getByText('Unlinked Acme').waitFor();
    expect(await identities().countDocuments({ sub: 'cleo' })).toBe(0);
  });

  it('gives the people of a group the role that an owner mapped, as long as they are in it', async () => {
    const shared = await dashboard.service.newProject();
    const owner = await dashboard.open(shared, '/settings', { baseURL, expectedErrors });
    await pressOn(owner.getByRole('button', { name: 'Add a group' }));
    await typeInto(owner.getByLabel('Name of group 1'), 'web-team');
    await typeInto(owner.getByLabel('Role of group 1'), 'Author');
    await expectAccessible(owner);
    await pressOn(owner.getByRole('button', { name: 'Save policy' }));
    await owner.getByText('Saved policy').waitFor();

    const page = await dashboard.newPage({ baseURL, expectedErrors });
    await page.goto('/dashboard/sign-in');
    await pressOn(page.getByRole('button', { name: 'Continue with Acme' }));
    await signInThere(page, 'dan');
    await page.waitForURL(`**/dashboard/p/${shared.id}**`);

    await owner.goto(`/dashboard/p/${shared.id}/members`);
    await owner.getByText('From group web-team (Acme)', { exact: false }).waitFor();
    await expectAccessible(owner);
    await pressOn(owner.getByRole('button', { name: 'Actions for Dan' }));
    await pressOn(owner.getByRole('menuitem', { name: 'Remove' }), 'Enter', { by: 'ArrowDown' });
    const question = owner.getByRole('dialog', { name: 'Remove Dan?' });
    await question.getByText('Dan returns at the next sign-in while in the group web-team.').waitFor();
    await expectAccessible(owner);
    await owner.keyboard.press('Escape');
    await databaseOf(dashboard.service.app.system)
      .collection('sessions')
      .updateMany({ method: 'sso:corp' }, { $set: { proofs: ['password'] } });
    await page.goto(`/dashboard/p/${shared.id}`);
    await page.getByText('This project requires another sign-in: Acme.').waitFor();
    await expectAccessible(page);
    await pressOn(page.getByRole('button', { name: 'Continue with Acme' }));
    await page.waitForURL(`**/dashboard/p/${shared.id}**`);
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();

    await owner.goto(`/dashboard/p/${shared.id}/settings`);
    await pressOn(owner.getByRole('button', { name: 'Remove group web-team' }));
    await pressOn(owner.getByRole('button', { name: 'Save policy' }));
    await owner.getByText('Saved policy').waitFor();
    await page.reload();
    await page.getByText('Project not found').waitFor();
    await expectAccessible(page);
    await pressOn(page.getByRole('link', { name: 'Go to your projects' }));
    await page.getByText('You are not a member of any project.', { exact: false }).waitFor();
  });

  it('signs out, also at the issuer', async () => {
    const own = await dashboard.service.newProject();
    const member = await dashboard.open(own, '/account', { baseURL, expectedErrors });
    await pressOn(member.getByRole('button', { name: 'Link Acme' }));
    await signInThere(member, 'flo');
    await member.getByRole('button', { name: 'Unlink Acme' }).waitFor();

    const page = await dashboard.newPage({ baseURL, expectedErrors });
    await page.goto('/dashboard/sign-in');
    await pressOn(page.getByRole('button', { name: 'Continue with Acme' }));
    await signInThere(page, 'flo');
    await page.waitForURL(`**/dashboard/p/${own.id}**`);
    await pressOn(page.getByRole('button', { name: 'Test', exact: true }));
    await pressOn(page.getByRole('menuitem', { name: 'Sign out' }), 'Enter', { by: 'ArrowDown' });
    const link = page.getByRole('link', { name: 'Also sign out of Acme' });
    await link.waitFor();
    await expectAccessible(page);
    await pressOn(link);
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await page.waitForURL('**/dashboard/sign-in**');
    await pressOn(page.getByRole('button', { name: 'Continue with Acme' }));
    await page.locator('input[name=login]').waitFor(); // the issuer asks again
  });

  it('says why a person does not get in, and keeps the password form', async () => {
    const page = await dashboard.newPage({ baseURL, expectedErrors });
    await page.goto('/dashboard/sign-in');
    await pressOn(page.getByRole('button', { name: 'Continue with Acme' }));
    await signInThere(page, 'bea');
    await page.getByText("You don't have access yet.", { exact: false }).waitFor();
    await page.getByLabel('Password').waitFor();
    await expectAccessible(page);
    expect(await identities().countDocuments({ sub: 'bea' })).toBe(0);
  });
});
