import { beforeAll, describe, expect, it } from 'vitest';
import type { TestProject } from '../support/service.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  startDashboard,
  type TestDashboard,
  useAxe,
} from './support/dashboard.ts';

/** A project with three entries, of which the release `Summer` changed one and has another that is new. */
async function prepared(dashboard: TestDashboard) {
  const project = await dashboard.service.newProject();
  const { secret } = project;
  await secret.put('/v1/schema/content-types/page', { fields: [{ key: 'title', type: 'string' }] });
  const made = [];
  for (const title of ['Home', 'Imprint', 'Prices']) made.push(await publish(project, title));
  const { body: summer } = await secret.post('/v1/releases', { name: 'Summer' });
  const [home = ''] = made;
  await secret.patch(`/v1/content/page/${home}?release=${summer.id}`, { values: { title: 'Summer home' } });
  await publish(project, 'Ice cream', `?release=${summer.id}`);
  return { project, home, summer: summer.id as string };
}

async function publish({ secret }: TestProject, title: string, query = ''): Promise<string> {
  const answer = await secret.post(`/v1/content/page/entries${query}`, { values: { title }, publish: true });
  return answer.body.id;
}

async function titles({ secret }: TestProject): Promise<string[]> {
  const { body } = await secret.get('/v1/content/page');
  return (body.data as { values: { title: string } }[]).map(({ values }) => values.title).toSorted();
}

describe('the releases screen', () => {
  let dashboard: TestDashboard;
  useAxe();
  beforeAll(async () => {
    dashboard = await startDashboard();
  });

  it('clones, renames and deletes by keyboard alone, the name typed first', async () => {
    const { project } = await prepared(dashboard);
    const page = await dashboard.open(project, '/releases');

    await page.getByRole('row', { name: /Summer/ }).waitFor();
    await page.keyboard.press('c');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('Winter');
    await page.keyboard.press('Enter');
    await page.getByText('Winter is ready').waitFor();
    await page.getByRole('button', { name: 'Actions for Winter' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Rename' }).press('Enter');
    await page.getByRole('dialog').getByLabel('Name').fill('Autumn');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Actions for Autumn' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    await page.getByLabel('Type Autumn to confirm').waitFor();
    await expectAccessible(page);
    await page.keyboard.type('Autumn');
    await page.keyboard.press('Enter');
    await page.getByText('Autumn moved to the trash').waitFor();

    const { body } = await project.secret.get('/v1/releases');
    expect(body.data).toHaveLength(2);
  });

  it('looks through a release under a band that says so, and back', async () => {
    const { project, summer } = await prepared(dashboard);
    const page = await dashboard.open(project, '/releases');

    await page.getByRole('button', { name: 'Actions for Summer' }).click();
    await page.getByRole('menuitem', { name: 'Open' }).click();
    await page.getByText('Readers won’t see it until you promote it', { exact: false }).waitFor();
    expect(page.url()).toContain(`release=${summer}`);
    await page.getByRole('link', { name: 'Page' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Exit release' }).click();
    await page
      .getByText('Readers won’t see it until you promote it', { exact: false })
      .waitFor({ state: 'detached' });

    expect(page.url()).not.toContain('release=');
  });

  it('shows what would change, promotes it, and goes back', async () => {
    const { project } = await prepared(dashboard);
    const page = await dashboard.open(project, '/releases');

    await page.getByRole('row', { name: /Summer/ }).click();
    const items = page.getByRole('listitem');
    await items.filter({ hasText: 'Ice cream' }).getByText('added').waitFor();
    await items.filter({ hasText: 'Summer home' }).getByText('changed').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Promote', exact: true }).click();
    await page.getByRole('dialog').getByRole('rowheader', { name: 'Entries' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Promote' }).click();
    await page.getByText('Summer is live').waitFor();
    expect(await titles(project)).toEqual(['Ice cream', 'Imprint', 'Prices', 'Summer home']);

    await page.getByRole('button', { name: 'Go back' }).click();
    await page.getByText(/ is live again$/).waitFor();
    expect(await titles(project)).toEqual(['Home', 'Imprint', 'Prices']);
  });

  it('promotes over changes of the default only when they may be left behind', async () => {
    const { project, home, summer } = await prepared(dashboard);
    await project.secret.patch(`/v1/content/page/${home}`, { values: { title: 'Newer home' } });
    const page = await dashboard.open(project, `/releases/${summer}`);

    await page.getByRole('listitem').filter({ hasText: 'conflict' }).waitFor();
    await page.getByRole('button', { name: 'Promote', exact: true }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 item also changed', { exact: false }).waitFor();
    expect(await dialog.getByRole('button', { name: 'Promote' }).isDisabled()).toBe(true);
    await expectAccessible(page);
    await dialog.getByLabel('Overwrite those changes').press('Space');
    await dialog.getByRole('button', { name: 'Promote' }).press('Enter');
    await page.getByText('Summer is live').waitFor();

    expect(await titles(project)).toContain('Summer home');
  });

  it('is refused by the service when the default changed while somebody looked', async () => {
    const { project, home, summer } = await prepared(dashboard);
    const expectedErrors = [/409/, /ERR_FAILED/];
    const page = await dashboard.open(project, `/releases/${summer}`, { expectedErrors });
    await page.route('**/v1/changes*', (route) => route.abort()); // the page does not hear of it in time
    await page.reload();
    await page.getByRole('button', { name: 'Promote', exact: true }).click();
    await page.getByRole('dialog').getByRole('rowheader', { name: 'Entries' }).waitFor();

    await project.secret.patch(`/v1/content/page/${home}`, { values: { title: 'Newer home' } });
    await page.getByRole('dialog').getByRole('button', { name: 'Promote' }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();

    expect(await titles(project)).toContain('Newer home');
  });

  it('has no serious fault of accessibility in both themes', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/releases');
    await page.getByRole('row').nth(1).waitFor();
    await expectAccessibleInBothThemes(page);
  });
});
