import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { databaseOf } from '../support/database.ts';
import { password } from '../support/dashboard.ts';
import type { TestProject } from '../support/service.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';

let dashboard: TestDashboard;
let project: TestProject;
let email: string;
let codes: string[];
let secret: string;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
  project = await dashboard.service.newProject();
  email = `owner-${project.id}@example.test`;
});

const sessions = () => databaseOf(dashboard.service.app.system).collection('sessions');
const users = () => databaseOf(dashboard.service.app.system).collection('users');
const codeNow = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
/** Refused requests are written into the console of a browser. */
const expectedErrors = [/40[13]/];

/** Types a code into the dialog that asks for one, and sends it. */
async function giveCode(page: Page, title: string, code: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByLabel('Code').fill(code);
  await page.keyboard.press('Enter');
}

async function signOutAndIn(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.goto('/dashboard/sign-in');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
}

describe('two-step sign-in', () => {
  it('is added by keyboard, asked for at sign-in, and removed', async () => {
    const page = await dashboard.open(project, '/account', { expectedErrors });
    await page.getByRole('button', { name: 'Add an authenticator app' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' });
    await dialog.getByRole('img', { name: /^QR code/ }).waitFor();
    await expectAccessible(page);
    secret = /[A-Z2-7]{32}/.exec((await dialog.textContent()) ?? '')?.[0] ?? '';
    await dialog.getByLabel('Code', { exact: true }).fill('000000');
    await page.keyboard.press('Enter');
    await dialog.getByText(/This code is wrong/).waitFor();
    await dialog.getByLabel('Code', { exact: true }).fill(codeNow());
    await page.keyboard.press('Enter');
    const shown = page.getByRole('dialog', { name: 'Save your recovery codes now' });
    await shown.waitFor();
    await expectAccessible(page);
    codes = (await shown.textContent())?.match(/(?:[a-z2-9]{4}-){3}[a-z2-9]{4}/g) ?? [];
    expect(codes).toHaveLength(10);
    await shown.getByRole('button', { name: 'Done' }).press('Enter');
    await page.getByText('Your authenticator app is on. 10 recovery codes left.').waitFor();

    await signOutAndIn(page);
    await page.getByRole('dialog', { name: 'Enter your code' }).waitFor();
    await expectAccessible(page);
    await giveCode(page, 'Enter your code', String(codes[0]));
    await page.getByRole('heading', { level: 1 }).waitFor();

    await page.goto(`/dashboard/p/${project.id}/account`);
    await page.getByText('9 recovery codes left.', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Remove', exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Remove app' }).press('Enter');
    await page.getByRole('button', { name: 'Add an authenticator app' }).waitFor();
    expect(await users().findOne({ email })).not.toHaveProperty('totp');
  });
});

describe('what gives access', () => {
  it('asks for the password once more after ten minutes, and goes on with what was typed', async () => {
    const own = await dashboard.service.newProject();
    const page = await dashboard.open(own, '/members', { expectedErrors });
    await sessions().updateMany({}, { $set: { strong_at: new Date(0) } });
    await page
      .getByRole('button', { name: /^Invite/ })
      .first()
      .click();
    const form = page.getByRole('dialog', { name: /^Invite/ });
    await form.getByLabel(/^Note/).fill('For Ada');
    await form.getByRole('button', { name: /link/i }).click();

    const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await proof.waitFor();
    const focused = () => page.evaluate("document.activeElement.getAttribute('autocomplete')");
    await expect.poll(focused).toBe('current-password');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await form.getByText('Confirm it’s you before you do this.').waitFor();
    expect(await form.getByLabel(/^Note/).inputValue()).toBe('For Ada');
    await form.getByRole('button', { name: /link/i }).click();
    await proof.getByLabel('Password').fill('not this one');
    await page.keyboard.press('Enter');
    await proof.getByText(/password is wrong/).waitFor();
    await proof.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');

    await page.getByText(/\/dashboard\/link#/).waitFor();
  });
});
