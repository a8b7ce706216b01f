import { beforeAll, describe, expect, it } from 'vitest';
import { createEntry, defineType } from '../support/content.ts';
import type { TestProject } from '../support/service.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';

let dashboard: TestDashboard;
let project: TestProject;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard({});
  await dashboard.service.app.start();
  project = await dashboard.service.newProject();
  const fields = { title: 'string', body: 'text' };
  await defineType(project, 'story', fields, { display_field: 'title', name: 'Story' });
  await defineType(project, 'old_story', fields, { display_field: 'title', name: 'Story' });
  await createEntry(project, 'story', { title: 'Marram kites', body: 'At low water.' });
  await createEntry(project, 'old_story', { title: 'Tides', body: 'The marram holds the dunes together.' });
  await project.secret.post('/v1/authors', { name: 'Marram Ada' });
});

describe('the search of the palette', () => {
  it('finds content of every kind with one request after a pause, and opens it', async () => {
    const page = await dashboard.open(project, '/account');
    const requests: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (/\/(search|recent)$/.test(pathname)) requests.push(pathname.split('/').at(-1) + search);
    });
    const option = (name: string | RegExp) => page.getByRole('option', { name });
    await expect
      .poll(
        async () => {
          await page.keyboard.press('Control+k');
          await page.keyboard.type('marram');
          await page
            .getByText('No results')
            .or(option(/Marram/).first())
            .first()
            .waitFor();
          const count = await option(/arram/).count();
          if (count < 3) await page.keyboard.press('Escape');
          return count;
        },
        { timeout: 20_000 },
      )
      .toBe(3);

    await option('Marram kites Story (story) · Draft').waitFor();
    await option(/Tides.*The marram holds the dunes together\..*Story \(old_story\)/).waitFor();
    await option('Marram Ada Author').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    requests.length = 0;
    await page.keyboard.press('Control+k');
    // Key by key within one task, because a busy machine can take longer than the pause between two keys.
    await page.evaluate(`{
      const field = document.querySelector('[role="combobox"]');
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
      for (const text of ['m', 'ma', 'marram', 'marram k']) {
        set.call(field, text);
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }
    }`);
    await option(/Marram kites/).waitFor();
    expect(requests.filter((request) => request.startsWith('search'))).toEqual([
      'search?q=marram+k&limit=20',
    ]);
    await option(/Marram kites/).click();
    await page.getByRole('heading', { level: 1, name: 'Marram kites' }).waitFor();
  }, 60_000);

  it('begins with what the person changed last', async () => {
    const page = await dashboard.open(project, '/account');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('new entry');
    await page
      .getByRole('option', { name: /^New entry: Story/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: 'Untitled Story' }).waitFor();
    await page.getByLabel('title').fill('Dotterel');
    await page.getByRole('heading', { level: 1, name: 'Dotterel' }).waitFor();
    await page.getByText('Saved').first().waitFor();

    await page.keyboard.press('Control+k');
    await page
      .getByRole('group', { name: 'Recent' })
      .getByRole('option', { name: /Dotterel/ })
      .waitFor();
    await expectAccessible(page);
  });
});
