import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { addPerson, password } from '../support/dashboard.ts';
import { expectDone } from '../support/content.ts';
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

const title = (page: Page) => page.getByLabel(/^Title/);
const summary = (page: Page) => page.getByLabel(/^Summary/);
const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor();
const draftOf = async (page: Page, id: string): Promise<Record<string, unknown>> => {
  const path = `/dashboard/api/projects/${project.id}/content/kite/entries/${id}`;
  return ((await (await page.request.get(path)).json()) as { draft: Record<string, unknown> }).draft;
};

async function open(values: object, expectedErrors: RegExp[]): Promise<{ page: Page; id: string }> {
  const id = await addEntry(project, 'kite', values);
  const page = await dashboard.open(project, `/entries/kite/${id}`, { expectedErrors });
  await title(page).waitFor();
  return { page, id };
}

/** Signs in somebody new in another tab of the page's browser, as the next person at this desk would. */
async function signInElsewhere(page: Page, email: string): Promise<void> {
  const other = await page.context().newPage();
  await page.context().clearCookies();
  await other.goto('/dashboard/sign-in');
  await other.getByLabel('Email').fill(email);
  await other.getByLabel('Password').fill(password);
  await other.keyboard.press('Enter');
  await other.getByText('Recently edited').waitFor();
  await other.close();
}

describe('what is typed and cannot be saved', () => {
  it('is not called kept by a browser that has no room for it', async () => {
    const { page, id } = await open({ title: 'No room' }, [/ERR_FAILED/]);
    await page.evaluate(`IDBObjectStore.prototype.put = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    }`);
    await page.route(`**/content/kite/entries/${id}*`, (route) => route.abort());
    await summary(page).fill('Nowhere but here');

    await page
      .getByText('Browser storage is full. Keep this page open until your changes are saved.', {
        exact: false,
      })
      .waitFor();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Leave before everything is saved?' });
    await question.getByText('Your changes are lost if you leave', { exact: false }).waitFor();
    await question.getByRole('button', { name: 'Stay here' }).click();
    await page.unroute(`**/content/kite/entries/${id}*`);
    await saved(page);
    expect((await draftOf(page, id))['summary']).toBe('Nowhere but here');
  });

  it('waits for an entry that a colleague deleted, and is saved once that is restored', async () => {
    const { page, id } = await open({ title: 'Deleted by a colleague' }, [/404/, /409/]);
    const colleague = await dashboard.open(project, `/entries/kite/${id}`, {
      role: 'editor',
      expectedErrors: [/404/],
    });
    await colleague.getByRole('button', { name: /^More actions for this/ }).press('Enter');
    await colleague.getByRole('menuitem', { name: 'Delete…' }).press('Enter');
    await colleague.getByRole('button', { name: 'Delete entry' }).click();
    await colleague.getByText('Moved to the trash').waitFor();

    await summary(page).fill('Typed into what was gone');
    await page.getByText(/^editor.* deleted this entry\./).waitFor();
    await page.getByRole('button', { name: 'Restore it' }).click();

    await saved(page);
    expect(await draftOf(page, id)).toMatchObject({
      title: 'Deleted by a colleague',
      summary: 'Typed into what was gone',
    });
  });

  it('is there when the entry was left all the same and is opened again by a link', async () => {
    const { page, id } = await open({ title: 'Left and reopened' }, [/ERR_FAILED/]);
    const path = `**/content/kite/entries/${id}*`;
    await page.route(path, (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await summary(page).fill('Not stored when it was left');
    await page.getByText('Can’t reach Galley. 1 change is stored on this device', { exact: false }).waitFor();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await page.getByRole('link', { name: /^Left and reopened/ }).click();

    await title(page).waitFor();
    await expect.poll(() => summary(page).inputValue()).toBe('Not stored when it was left');
    await page.unroute(path);
    await saved(page);
    expect((await draftOf(page, id))['summary']).toBe('Not stored when it was left');
  });

  it('says what the service answered, and not that it cannot be reached', async () => {
    const { page, id } = await open({ title: 'Refused' }, [/429/]);
    const error = {
      code: 'rate_limited',
      message: 'Too many requests. Try again in 7 s.',
      request_id: 'req_1',
    };
    await page.route(`**/content/kite/entries/${id}*`, (route) =>
      route.fulfill({ status: 429, json: { error } }),
    );
    await summary(page).fill('Too fast');

    await page.getByText('Too many changes at once. Retrying…', { exact: false }).waitFor();
    expect(await page.getByText('Can’t reach Galley', { exact: false }).count()).toBe(0);
    await page.unroute(`**/content/kite/entries/${id}*`);
    await saved(page);
  });

  it('is shown, and can be let go, when its field was removed from the type', async () => {
    const path = '/v1/schema/content-types/leaflet';
    const field = (key: string, label: string) => ({ key, label, type: 'string', options: {} });
    const put = async (...fields: object[]) =>
      expectDone(await project.secret.put(path, { name: 'Leaflet', fields }));
    await put(field('title', 'Title'), field('motto', 'Motto'));
    const id = await addEntry(project, 'leaflet', { title: 'Loses a field' });
    const page = await dashboard.open(project, `/entries/leaflet/${id}`, { expectedErrors: [/400/] });
    let free = () => {};
    const freed = new Promise<void>((resolve) => (free = resolve));
    await page.route(`**/content/leaflet/entries/${id}*`, async (route) => {
      if (route.request().method() === 'PATCH') await freed;
      await route.continue();
    });
    await page.getByLabel('Motto').fill('Words without a field');
    await put(field('title', 'Title'));
    await page.getByLabel('Motto').waitFor({ state: 'detached' });
    free();

    const left = page.getByRole('region', { name: 'Typed in a removed field' });
    await left.getByText('Words without a field').waitFor();
    await left.getByRole('button', { name: 'Discard it' }).click();
    await left.waitFor({ state: 'detached' });
    await saved(page);
    await page.getByLabel(/^Title/).fill('Goes on');
    await page.keyboard.press('Control+Shift+P');
    await page.getByText('Published', { exact: true }).waitFor();
  });
});

describe('one browser and two people', () => {
  it('gives what one of them could not save to nobody else', async () => {
    const { page, id } = await open({ title: 'Of the first' }, [/ERR_/, /40[13]/]);
    const email = `second-${project.id}@example.test`;
    await addPerson(dashboard.service.app, project.id, { email, role: 'editor' });
    const path = `**/content/kite/entries/${id}*`;
    await page.route(path, (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await summary(page).fill('The first person’s words');
    await page.getByText('Can’t reach Galley. 1 change is stored on this device', { exact: false }).waitFor();
    const cookies = await page.context().cookies();
    await signInElsewhere(page, email);
    await page.unroute(path);
    await page.evaluate("dispatchEvent(new Event('online'))"); // or it tries again only some seconds later

    await page.getByText(`Another tab signed in as ${email}`, { exact: false }).waitFor();
    await page.goto(`/dashboard/p/${project.id}/entries/kite/${id}`);
    await title(page).waitFor();
    await saved(page);
    expect(await summary(page).inputValue()).toBe('');

    await page.context().clearCookies();
    await page.context().addCookies(cookies);
    await page.goto(`/dashboard/p/${project.id}/entries/kite/${id}`);
    await page.getByText('Restored your unsaved changes', { exact: false }).waitFor();
    expect(await summary(page).inputValue()).toBe('The first person’s words');
  });

  it('goes on saving in every tab once somebody signed in again in one of them', async () => {
    const { page, id } = await open({ title: 'Three tabs' }, [/403/, /401/]);
    const email = `owner-${project.id}@example.test`;
    await signInElsewhere(page, email);

    await summary(page).fill('After the new session');
    await saved(page);
    expect((await draftOf(page, id))['summary']).toBe('After the new session');
  });

  it('keeps the screen when a session has ended while nobody was at it', async () => {
    const { page } = await open({ title: 'After lunch' }, [/401/]);
    await page.clock.install();
    await page.context().clearCookies();
    await page.clock.fastForward(6 * 60_000);
    await page.evaluate("dispatchEvent(new Event('visibilitychange'))");

    const again = page.getByRole('dialog', { name: 'Sign in again' });
    await again.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await again.waitFor({ state: 'detached' });
    expect(await title(page).inputValue()).toBe('After lunch');
  });
});
