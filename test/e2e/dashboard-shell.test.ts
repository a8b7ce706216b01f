import type { Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSetUpToken } from '../../src/accounts/sign-in/set-up/set-up-token-repository.ts';
import { addPerson, password } from '../support/dashboard.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  startDashboard,
  type TestDashboard,
  useAxe,
} from './support/dashboard.ts';
import { pressTogether } from './support/keyboard.ts';
import { databaseOf } from '../support/database.ts';

describe('the dashboard', () => {
  let dashboard: TestDashboard;
  useAxe();
  beforeAll(async () => {
    dashboard = await startDashboard({});
  });

  it('is set up once with the token of the log, and opens the project that was made', async () => {
    const token = await createSetUpToken(dashboard.service.app.system);
    const page = await dashboard.newPage();

    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'Set up Galley' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.type(token ?? '');
    await page.keyboard.press('Tab');
    await page.keyboard.type('The Gazette');
    await page.keyboard.press('Tab');
    await page.keyboard.type('founder@example.test');
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { level: 1, name: 'The Gazette' }).waitFor();
  });

  it('signs in, says what is wrong before, leads back to where one wanted to go, and signs out', async () => {
    const project = await dashboard.service.newProject();
    const email = `somebody-${project.id}@example.test`;
    await addPerson(dashboard.service.app, project.id, { email, role: 'owner' });
    const page = await dashboard.newPage({ expectedErrors: [/401/] });

    await page.goto(`/dashboard/p/${project.id}/keys`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await page.keyboard.type('not the password');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();

    await page.getByRole('button', { name: 'Test', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: 'Sign out' }).press('Enter');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('asks for the password above the screen when the session ended, and keeps what was typed', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/keys', { expectedErrors: [/401/] });
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('Half a key');
    const db = databaseOf(dashboard.service.app.system);
    // It ends with this request: what the screen asks for by itself would put the question above the button.
    const endsSession = async (route: Route) => {
      await db.collection('sessions').deleteMany({});
      await route.continue();
    };
    await page.route(/\/keys$/, endsSession, { times: 1 });

    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('heading', { name: 'Sign in again' }).waitFor();
    await expectAccessible(page);
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Sign in again' }).waitFor({ state: 'detached' });

    expect(await page.getByLabel('Name').inputValue()).toBe('Half a key');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('heading', { name: 'The key is ready' }).waitFor();
  });

  it('goes anywhere by mod+K and by two keys, and lists the shortcuts by ?', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '');

    await page.keyboard.press('Control+k');
    await page.keyboard.type('memb');
    await page.getByRole('option', { name: /Go to Members/ }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();

    await pressTogether(page, 'g', 's');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();

    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('shows in a band that another release is looked through', async () => {
    const project = await dashboard.service.newProject();
    const made = await project.secret.post('/v1/releases', { name: 'Spring' });
    const page = await dashboard.open(project, `?release=${made.body['id']}`);

    await page.getByText('Editing Spring').waitFor();
    await pressTogether(page, 'g', 'e');
    await page.getByRole('heading', { level: 1, name: 'Entries' }).waitFor();
    expect(page.url()).toContain(`release=${made.body['id']}`);
    await page.getByRole('button', { name: 'Exit release' }).click();
    await page.getByText('Editing Spring').waitFor({ state: 'detached' });
  });

  it('gives a member another role, and removes them', async () => {
    const project = await dashboard.service.newProject();
    const { app } = dashboard.service;
    await addPerson(app, project.id, { email: `nina-${project.id}@example.test`, role: 'editor' });
    const page = await dashboard.open(project, '/members');
    await page.getByRole('row').nth(2).waitFor();
    await expectAccessible(page);

    const row = page.getByRole('row', { name: /nina-/ });
    await row.getByRole('button').press('Enter');
    await page.getByRole('menuitem', { name: 'Owner' }).press('Enter');
    await row.getByText('Owner').waitFor();
    await row.getByRole('button').press('Enter');
    await page.getByRole('menuitem', { name: 'Remove from the project' }).press('Enter');
    await page.getByRole('button', { name: 'Remove member' }).press('Enter');
    await row.waitFor({ state: 'detached' });
  });

  it('saves settings, and says at the field what is wrong', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/settings', { expectedErrors: [/400/] });

    await page.getByLabel('Preview URL').fill('https://example.com/preview');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Must contain {token}').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Preview URL').fill('https://example.com/preview?token={token}');
    await page.getByLabel('Name').fill('The Gazette');
    await page.keyboard.press('Control+Enter');

    await page.getByText('Settings saved').waitFor();
    await page.getByRole('button', { name: 'The Gazette' }).waitFor();
  });

  it('takes the addresses of the site’s pages, and says at the field which of them leads nowhere', async () => {
    const project = await dashboard.service.newProject();
    await project.secret.put('/v1/schema/content-types/recipe', {
      fields: [{ key: 'title', type: 'string' }],
    });
    const page = await dashboard.open(project, '/settings', { expectedErrors: [/400/] });
    const settings = async () =>
      await page.evaluate<{ link_patterns: object }>(
        `fetch('/dashboard/api/projects/${project.id}/settings').then((answer) => answer.json())`,
      );

    await page.getByLabel('Entries: Recipe').fill('/recipes/{id}');
    await page.getByLabel('Blog articles').fill('/blog/{nme}');
    await page.getByRole('button', { name: 'Save links' }).click();
    await page.getByText('{nme} stands for nothing').waitFor();
    expect(await page.getByLabel('Blog articles').getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page);
    await page.getByLabel('Blog articles').fill('/blog/{slug}');
    await page.getByRole('button', { name: 'Save links' }).click();
    await page.getByText('Links saved').waitFor();

    expect((await settings()).link_patterns).toEqual({
      blog_article: '/blog/{slug}',
      'entry:recipe': '/recipes/{id}',
    });
  });

  it('says what is wrong with the bucket', async () => {
    const project = await dashboard.service.newProject(); // its service has a storage that nobody answers for
    const page = await dashboard.open(project, '/settings');

    await page.getByRole('button', { name: 'Test storage' }).press('Enter');

    await page
      .getByRole('status')
      .filter({ hasText: 'Does not work' })
      .getByText('does not answer')
      .waitFor();
  });

  it('is at home in both themes without a serious fault of accessibility', async () => {
    const project = await dashboard.service.newProject();
    await project.secret.post('/v1/blog/articles', { title: 'A first article', publish: true });
    const page = await dashboard.open(project, '');

    await page.getByText('A first article').waitFor();

    await expectAccessibleInBothThemes(page);
  });

  it('can be read and used on a phone', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/settings', { viewport: { width: 390, height: 800 } });

    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: 'Open the navigation' }).click();
    await page.getByRole('link', { name: 'Members' }).click();

    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
  });
});
