import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { databaseOf } from '../support/database.ts';
import { password, signedIn } from '../support/dashboard.ts';
import type { TestProject } from '../support/service.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';
import { startFront } from './support/front.ts';
import { pressOn, typeInto } from './support/keyboard.ts';
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
    await typeInto(page.getByLabel('Email'), 'ada@example.test');
    await typeInto(page.getByLabel('Password'), password);
    await pressOn(page.getByLabel('Password'));
    await page.waitForURL(`**/dashboard/p/${project.id}**`);
    const setPresent = await addAuthenticator(page);
    await page.goto(`/dashboard/p/${project.id}/account`);
    await pressOn(page.getByRole('button', { name: 'Add passkey' }));
    await page.getByText('Added passkey').waitFor();
    await pressOn(page.getByRole('button', { name: 'Rename passkey' }));
    await typeInto(page.getByRole('dialog').getByLabel('Name'), 'My laptop');
    await expectAccessible(page);
    await pressOn(page.getByRole('dialog').getByLabel('Name'));
    await page.getByText('Renamed passkey').waitFor();
    await page.getByRole('button', { name: 'Remove passkey My laptop' }).waitFor();
    await expectAccessible(page);

    await pressOn(page.getByRole('button', { name: 'Remove password' }));
    await pressOn(page.getByRole('dialog').getByRole('button', { name: 'Remove password' }));
    await page.getByText('Removed password').waitFor();
    await page.getByRole('button', { name: 'Add password' }).waitFor();

    await setPresent(false);
    await signOut(page);
    const button = page.getByRole('button', { name: 'Sign in with a passkey' });
    await button.waitFor();
    await expectAccessible(page);
    await setPresent(true);
    await pressOn(button);
    await page.waitForURL(`**/dashboard/p/${project.id}**`);

    await page.goto(`/dashboard/p/${project.id}/account`);
    await forgetProofs();
    await pressOn(page.getByRole('button', { name: 'Remove passkey My laptop' }));
    const question = page.getByRole('dialog', { name: 'Remove My laptop?' });
    await question.getByText('You can no longer sign in with My laptop.').waitFor();
    await pressOn(question.getByRole('button', { name: 'Remove passkey' }));
    const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await proof.getByRole('button', { name: 'Use passkey' }).waitFor();
    expect(await proof.getByLabel('Password').count()).toBe(0);
    await expectAccessible(page);
    await pressOn(proof.getByRole('button', { name: 'Use passkey' }));
    await page.getByText('You couldn’t sign in anymore.', { exact: false }).waitFor();

    await page.keyboard.press('Escape');
    await typeInto(page.getByLabel('New password'), 'a second long password');
    await pressOn(page.getByRole('button', { name: 'Add password' }));
    await page.getByText('Password added.', { exact: false }).waitFor();
    await pressOn(page.getByRole('button', { name: 'Remove passkey My laptop' }));
    await pressOn(question.getByRole('button', { name: 'Remove passkey' }));
    await page.getByText('Removed passkey').waitFor();
  });

  it('create an account by an invitation, without a password', async () => {
    const owner = await signedIn(dashboard.service, project.id, 'owner', 'inviter@example.test');
    const { body } = await owner.send('POST', `/projects/${project.id}/invitations`, { role: 'editor' });
    const page = await dashboard.newPage({ baseURL, expectedErrors });
    await addAuthenticator(page);
    await page.goto(`/dashboard/link${new URL(String(body.url)).hash}`);
    await pressOn(page.getByRole('button', { name: 'Create account with a passkey' }));
    await typeInto(page.getByLabel('Your name'), 'Grace');
    await typeInto(page.getByLabel('Email'), 'grace@example.test');
    await expectAccessible(page);
    await pressOn(page.getByLabel('Email'));
    await page.waitForURL(`**/dashboard/p/${project.id}**`);
    const account = await databaseOf(dashboard.service.app.system)
      .collection('users')
      .findOne({ email: 'grace@example.test' });
    expect(account).toMatchObject({ name: 'Grace', password: null });
  });

  it('are offered alone where passwords are off', async () => {
    const origin = (await startFront(() => other.service.url)).replace('127.0.0.1', 'localhost');
    const other = await startDashboard({ BASE_URL: origin, SIGN_IN: 'passkey,sso' });
    const page = await other.newPage({ baseURL: origin, expectedErrors });
    await page.goto('/dashboard/sign-in');
    await page.getByText('Lost access? Ask your operator for a sign-in link.').waitFor();
    expect(await page.getByLabel('Password').count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
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
    await pressOn(page.getByRole('button', { name: 'Add passkey' }));
    await page.getByText('Added passkey').waitFor();

    await setPresent(false);
    await signOut(page);
    await typeInto(page.locator('input[autocomplete="username webauthn"]'), email);
    await typeInto(page.getByLabel('Password'), password);
    await pressOn(page.getByLabel('Password'));
    const step = page.getByRole('dialog', { name: 'Confirm your sign-in' });
    await step.getByLabel('Code').waitFor();
    await expectAccessible(page);
    await setPresent(true);
    await pressOn(step.getByRole('button', { name: 'Use passkey' }));
    await page.waitForURL(`**/dashboard/p/${project.id}**`);
    const stored = await databaseOf(dashboard.service.app.system)
      .collection('sessions')
      .findOne({ method: 'password+passkey' });
    expect(stored).toMatchObject({ proofs: ['password', 'passkey'] });

    await signOut(page); // the virtual authenticator chooses its passkey in the email field
    await page.waitForURL(`**/dashboard/p/${project.id}**`);
  });
});
