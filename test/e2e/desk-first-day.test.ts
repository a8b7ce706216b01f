import { beforeAll, describe, expect, it } from 'vitest';
import { createEntry, defineType } from '../support/content.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';

let dashboard: TestDashboard;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
});

describe('Home', () => {
  it('leads through the first steps of a project, ticks those that are done, and can be rid of them', async () => {
    const project = await dashboard.service.newProject(); // with keys
    const page = await dashboard.open(project, '');
    await page.getByText('1 of 6 done').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Create a content type' }).click();
    await page.getByRole('heading', { level: 1, name: 'Content types' }).waitFor();

    await defineType(project, 'page', [{ key: 'title', label: 'Title', type: 'string' }]);
    await createEntry(project, 'page', { title: 'First page' });
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByText('3 of 6 done').waitFor();
    expect(await page.getByRole('link', { name: 'Write the first entry' }).count()).toBe(0);
    await page.getByRole('link', { name: 'First page' }).waitFor();
    await page.getByRole('button', { name: 'Hide' }).click();
    await page.reload();
    await page.getByRole('link', { name: 'First page' }).waitFor();
    expect(await page.getByText('3 of 6 done').count()).toBe(0);
  });

  it('lists what the person changed last beside what others edited', async () => {
    const project = await dashboard.service.newProject();
    await defineType(project, 'page', [{ key: 'title', label: 'Title', type: 'string' }]);
    await createEntry(project, 'page', { title: 'Changed by a key' });
    const { id } = await createEntry(project, 'page', { title: 'Started by a key' });
    const page = await dashboard.open(project, `/entries/page/${id}`);
    await page.getByLabel('Title', { exact: true }).fill('Finished by me');
    await page.getByText(/^Saved/).waitFor();

    await page.getByRole('link', { name: 'Home', exact: true }).click();
    const linksIn = (title: string) =>
      page.locator('section', { has: page.getByRole('heading', { name: title }) }).getByRole('link');
    await linksIn('Recently edited').nth(1).waitFor();
    await expect.poll(() => linksIn('Your work').allTextContents()).toEqual(['Finished by me']);
    await linksIn('Your work').click();
    await page.getByRole('heading', { level: 1, name: 'Finished by me' }).waitFor();
  });

  it('shows a title of usual length beside two dates to come, on every width', async () => {
    const project = await dashboard.service.newProject();
    const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
    const stay = { publish: true, published_at: days(3), unpublish_at: days(10) };
    const title = 'Kites of the month of May';
    await project.secret.post('/v1/blog/articles', { title, ...stay });
    const page = await dashboard.open(project, '');
    const row = page.locator('li', { has: page.locator('.item-date') });
    await row.getByText(title).waitFor();

    for (const width of [1440, 1280, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const [own, list] = await Promise.all([
        row.locator('.boxed-title').evaluate((element) => [element.scrollWidth, element.clientWidth]),
        row.evaluate((element) => [element.scrollWidth, element.clientWidth]),
      ]);
      expect(own[0], `the title at ${width}`).toBeLessThanOrEqual(own[1] ?? 0);
      expect(list[0], `the row at ${width}`).toBeLessThanOrEqual(list[1] ?? 0);
    }
  });

  it('sends as many requests for many content types as for one', async () => {
    const requests = async (types: number) => {
      const project = await dashboard.service.newProject();
      for (let i = 0; i < types; i += 1) await defineType(project, `type_${i}`, { title: 'string' });
      const page = await dashboard.open(project, '/trash');
      const asked = new Set<string>();
      page.on('request', (request) => {
        const [, path] = /\/dashboard\/api\/(?:projects\/[^/]+\/)?([^?]*)/.exec(request.url()) ?? [];
        // The shell follows changes on every screen, and asks again whenever an answer comes.
        if (path !== undefined && path !== 'v1/changes') asked.add(path);
      });
      await page.goto(`/dashboard/p/${project.id}`); // from the first request on, with those of the shell
      await page.getByText('No content yet').waitFor();
      await page.getByRole('button', { name: 'Copy the command' }).waitFor();
      await expect.poll(() => asked).toContain('keys');
      return [...asked].sort();
    };
    const one = await requests(1);
    expect(one).toContain('home');
    expect(await requests(6)).toEqual(one);
  });

  it('tells an editor who opens an owner’s screen who can open it, without its buttons', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/keys', { role: 'editor' });
    await page.getByText('Only owners can open this').waitFor();
    expect(await page.getByRole('button', { name: 'New key' }).count()).toBe(0);
    await page.goto(`/dashboard/p/${project.id}`);
    await page.getByText('No content yet').waitFor();
    expect(await page.getByText('Getting started').count()).toBe(0);
  });
});

describe('the sign-in page', () => {
  it('shows the hint of the operator', async () => {
    const hinting = await startDashboard({ SIGN_IN_HINT: 'Ask Olga for an account.' });
    const page = await hinting.newPage();
    await page.goto('/dashboard/sign-in');

    await page.getByText('Ask Olga for an account.').waitFor();
    await expectAccessible(page);
  });
});
