import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { databaseOf } from '../support/database.ts';
import { addPerson, password } from '../support/dashboard.ts';
import { newEmail } from '../support/links.ts';
import type { TestProject } from '../support/service.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';
import { startFront } from './support/front.ts';
import { pressOn, typeInto } from './support/keyboard.ts';
import { addAuthenticator } from './support/passkeys.ts';

let dashboard: TestDashboard;
let baseURL: string;
useAxe();
beforeAll(async () => {
  const origin = await startFront(() => dashboard.service.url);
  baseURL = origin.replace('127.0.0.1', 'localhost'); // browsers have no passkeys at IP addresses
  dashboard = await startDashboard({ BASE_URL: baseURL });
});

const expectedErrors = [/40[139]/];
vi.setConfig({ testTimeout: 180_000 }); // several screens and dialogs, each with axe
const database = () => databaseOf(dashboard.service.app.system);

/** A member who signed in with the password, on the page of the project. */
async function enter(project: TestProject, role: 'owner' | 'editor'): Promise<Page> {
  const email = newEmail(project);
  await addPerson(dashboard.service.app, project.id, { email, role });
  const page = await dashboard.newPage({ baseURL, expectedErrors });
  await page.goto('/dashboard/sign-in');
  await typeInto(page.getByLabel('Email'), email);
  await typeInto(page.getByLabel('Password'), password);
  await pressOn(page.getByLabel('Password'));
  await page.waitForURL(`**/dashboard/p/${project.id}**`);
  return page;
}

async function setRules({ id }: TestProject, rules: object): Promise<void> {
  const policy = { second_factor: 'optional', methods: null, max_age_hours: null, group_roles: [], ...rules };
  const projects = database().collection<{ _id: string }>('projects');
  await projects.updateOne({ _id: id }, { $set: { 'settings.sign_in': policy } });
}

const home = (page: Page) => page.getByRole('navigation', { name: 'Screens' });

describe('the policy of a project', () => {
  it('is saved by an owner who meets it, and only after a question', async () => {
    const project = await dashboard.service.newProject();
    const page = await enter(project, 'owner');
    await addAuthenticator(page);
    await page.goto(`/dashboard/p/${project.id}/settings`);
    const passkey = page.getByRole('checkbox', { name: 'Passkey' });
    await pressOn(passkey, 'Space');
    await expectAccessible(page);
    await pressOn(page.getByRole('button', { name: 'Save policy' }));
    const question = page.getByRole('dialog', { name: 'Change who can open this project?' });
    await question.getByText('Members who don’t meet this', { exact: false }).waitFor();
    await expectAccessible(page);
    await pressOn(question.getByRole('button', { name: 'Save policy' }));
    await question.getByText('Your own session doesn’t meet this policy.', { exact: false }).waitFor();
    await page.keyboard.press('Escape');
    await pressOn(passkey, 'Space');

    await page.goto(`/dashboard/p/${project.id}/account`);
    await pressOn(page.getByRole('button', { name: 'Add passkey' }));
    await page.getByText('Added passkey').waitFor();
    await page.goto(`/dashboard/p/${project.id}/settings`);
    await pressOn(passkey, 'Space');
    await pressOn(page.getByRole('checkbox', { name: 'Require a second factor' }), 'Space');
    await typeInto(page.getByLabel('Ask for a new confirmation after (hours)'), '12');
    await pressOn(page.getByRole('button', { name: 'Save policy' }));
    await pressOn(question.getByRole('button', { name: 'Save policy' }));
    await page.getByText('Saved policy').waitFor();
    const stored = await database().collection<{ _id: string }>('projects').findOne({ _id: project.id });
    expect(stored).toMatchObject({
      settings: { sign_in: { second_factor: 'required', methods: ['passkey'], max_age_hours: 12 } },
    });
  });
});

describe('a closed project', () => {
  it('that requires a passkey says so, and opens after one is added', async () => {
    const project = await dashboard.service.newProject();
    const page = await enter(project, 'editor');
    await addAuthenticator(page);
    await setRules(project, { methods: ['passkey'] });
    await page.goto(`/dashboard/p/${project.id}`);
    await page.getByText('This project requires another sign-in: passkey.').waitFor();
    await page.getByRole('button', { name: 'Use passkey' }).waitFor();
    await expectAccessible(page);
    await pressOn(page.getByRole('link', { name: 'Your account' }));
    await page.getByRole('button', { name: 'Add passkey' }).waitFor();
    await expectAccessible(page);
    await pressOn(page.getByRole('button', { name: 'Add passkey' }));
    await page.getByText('Added passkey').waitFor();
    await home(page).waitFor();
  });

  it('that requires a second factor leads to the account', async () => {
    const project = await dashboard.service.newProject();
    const page = await enter(project, 'editor');
    await setRules(project, { second_factor: 'required' });
    await page.goto(`/dashboard/p/${project.id}`);
    await page.getByText('This project requires a second factor.', { exact: false }).waitFor();
    await expectAccessible(page);
    await pressOn(page.getByRole('link', { name: 'Add a second factor' }));
    await page.getByRole('button', { name: 'Add an authenticator app' }).waitFor();
    await page.getByText('Activity', { exact: true }).waitFor();
  });

  it('that requires a recent confirmation opens after it', async () => {
    const project = await dashboard.service.newProject();
    const page = await enter(project, 'editor');
    await setRules(project, { max_age_hours: 1 });
    await database()
      .collection('sessions')
      .updateMany({}, { $set: { strong_at: new Date(0) } });
    await page.goto(`/dashboard/p/${project.id}`);
    await pressOn(page.getByRole('button', { name: 'Confirm it’s you' }));
    const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await typeInto(proof.getByLabel('Password'), password);
    await expectAccessible(page);
    await pressOn(proof.getByLabel('Password'));
    await home(page).waitFor();
  });
});
