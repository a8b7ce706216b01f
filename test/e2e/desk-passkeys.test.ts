import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { databaseOf } from '../support/database.ts';
import { password, signedIn } from '../support/dashboard.ts';
import type { TestProject } from '../support/service.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';
import { startFront } from './support/front.ts';
import { addAuthenticator } from './support/passkeys.ts';

let dashboard: TestDashboard;
let project: TestProject;
let baseURL: string;
useAxe();
beforeAll(async () => {
  const origin = await startFront(() => dashboard.service.url);
  baseURL = origin.replace('127.0.0.1', 'localhost'); // browsers have no passkeys at IP addresses
  dashboard = await startDashboard({ BASE_URL: baseURL });
  project = await dashboard.service.newProject();
});

const expectedErrors = [/40[139]/];

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.goto('/dashboard/sign-in');
}

const forgetProofs = () =>
  databaseOf(dashboard.service.app.system)
    .collection('sessions')
    .updateMany({}, { $set: { strong_at: new Date(0) } });

describe('passkeys', () => {
  it('are added, renamed, used to sign in and to confirm, and removed', async () => {
    await signedIn(dashboard.service, project.id, 'owner', 'ada@example.test');
    const page = await dashboard.newPage({ baseURL, expectedErrors });
    await page.goto('/dashboard/sign-in');
    await page.getByLabel('Email').fill('ada@example.test');
    await page.getByLabel('Password').fill(password);
    await page.getByLabel('Password').press('Enter');
    await page.waitForURL(`**/dashboard/p/${project.id}**`);
    const setPresent = await addAuthenticator(page);
    await page.goto(`/dashboard/p/${project.id}/account`);
    await page.getByRole('button', { name: 'Add passkey' }).press('Enter');
    await page.getByText('Added passkey').waitFor();
    await page.getByRole('button', { name: 'Rename passkey' }).press('Enter');
    await page.getByRole('dialog').getByLabel('Name').fill('My laptop');
    await expectAccessible(page);
    await page.getByRole('dialog').getByLabel('Name').press('Enter');
    await page.getByText('Renamed passkey').waitFor();
    await page.getByRole('button', { name: 'Remove passkey My laptop' }).waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Remove password' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove password' }).press('Enter');
    await page.getByText('Removed password').waitFor();
    await page.getByRole('button', { name: 'Add password' }).waitFor();

    await setPresent(false);
    await signOut(page);
    const button = page.getByRole('button', { name: 'Sign in with a passkey' });
    await button.waitFor();
    await expectAccessible(page);
    await setPresent(true);
    await button.press('Enter');
    await page.waitForURL(`**/dashboard/p/${project.id}**`);

    await page.goto(`/dashboard/p/${project.id}/account`);
    await forgetProofs();
    await page.getByRole('button', { name: 'Remove passkey My laptop' }).press('Enter');
    const question = page.getByRole('dialog', { name: 'Remove My laptop?' });
    await question.getByText('You can no longer sign in with My laptop.').waitFor();
    await question.getByRole('button', { name: 'Remove passkey' }).press('Enter');
    const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await proof.getByRole('button', { name: 'Use passkey' }).waitFor();
    expect(await proof.getByLabel('Password').count()).toBe(0);
    await expectAccessible(page);
    await proof.getByRole('button', { name: 'Use passkey' }).press('Enter');
    await page.getByText('You couldn’t sign in anymore.', { exact: false }).waitFor();
  });

  it('create an account by an invitation, without a password', async () => {
    const owner = await signedIn(dashboard.service, project.id, 'owner', 'inviter@example.test');
    const { body } = await owner.send('POST', `/projects/${project.id}/invitations`, { role: 'editor' });
    const page = await dashboard.newPage({ baseURL, expectedErrors });
    await addAuthenticator(page);
    await page.goto(`/dashboard/link${new URL(String(body.url)).hash}`);
    await page.getByRole('button', { name: 'Create account with a passkey' }).press('Enter');
    await page.getByLabel('Your name').fill('Grace');
    await page.getByLabel('Email').fill('grace@example.test');
    await expectAccessible(page);
    await page.getByLabel('Email').press('Enter');
    await page.waitForURL(`**/dashboard/p/${project.id}**`);
    const account = await databaseOf(dashboard.service.app.system)
      .collection('users')
      .findOne({ email: 'grace@example.test' });
    expect(account).toMatchObject({ name: 'Grace', password: null });
  });

  it('complete the second step of a password, and sign in from the email field', async () => {
    const email = 'lin@example.test';
    const member = await signedIn(dashboard.service, project.id, 'editor', email);
    const { secret } = (await member.send('POST', '/account/totp')).body as { secret: string };
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    await member.send('POST', '/account/totp/confirm', { code });
    const page = await dashboard.newPage({ baseURL, expectedErrors });
    const [, value = ''] = member.cookie?.split('=') ?? [];
    await page.context().addCookies([{ name: 'galley_session', value, url: baseURL }]);
    const setPresent = await addAuthenticator(page);
    await page.goto(`/dashboard/p/${project.id}/account`);
    await page.getByRole('button', { name: 'Add passkey' }).press('Enter');
    await page.getByText('Added passkey').waitFor();

    await setPresent(false);
    await signOut(page);
    await page.locator('input[autocomplete="username webauthn"]').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByLabel('Password').press('Enter');
    const step = page.getByRole('dialog', { name: 'Confirm your sign-in' });
    await step.getByLabel('Code').waitFor();
    await expectAccessible(page);
    await setPresent(true);
    await step.getByRole('button', { name: 'Use passkey' }).press('Enter');
    await page.waitForURL(`**/dashboard/p/${project.id}**`);
    const stored = await databaseOf(dashboard.service.app.system)
      .collection('sessions')
      .findOne({ method: 'password+passkey' });
    expect(stored).toMatchObject({ proofs: ['password', 'passkey'] });

    await signOut(page); // the virtual authenticator chooses its passkey in the email field
    await page.waitForURL(`**/dashboard/p/${project.id}**`);
  });
});
