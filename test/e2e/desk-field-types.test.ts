import { beforeAll, describe, expect, it } from 'vitest';
import { createEntry, defineType } from '../support/content.ts';
import { newAsset } from '../support/media.ts';
import type { TestProject } from '../support/service.ts';
import { draftOf, saved } from './support/blocks.ts';
import { expectAccessible, startMediaDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';

useAxe();

let dashboard: TestDashboard;
beforeAll(async () => {
  dashboard = await startMediaDashboard();
});

async function pageOf(project: TestProject): Promise<string> {
  const field = (key: string, label: string, type: string, options: Record<string, unknown> = {}) => ({
    ...{ key, label, type, options },
  });
  await defineType(project, 'page', [
    field('title', 'Title', 'string'),
    field('mail', 'Mail', 'string', { format: 'email' }),
    field('tint', 'Tint', 'string', { format: 'color' }),
    field('tags', 'Tags', 'string_list'),
    field('days', 'Days', 'string_list', {
      choices: [
        { value: 'mo', label: 'Monday' },
        { value: 'tu', label: 'Tuesday' },
      ],
    }),
    field('data', 'Data', 'json'),
    field('place', 'Place', 'geo_point'),
    field('paper', 'Paper', 'file', { accept: ['application/pdf'] }),
  ]);
  return (await createEntry(project, 'page', { title: 'All kinds' })).id as string;
}

describe('the form of an entry', () => {
  it('fills the newer field types by keyboard, mouse and paste', async () => {
    const project = await dashboard.service.newProject();
    await newAsset(project.secret, { file_name: 'menu.pdf', content_type: 'application/pdf' });
    await newAsset(project.secret, { file_name: 'photo.png' });
    const id = await pageOf(project);
    const page = await dashboard.open(project, `/entries/page/${id}`);

    await page.getByLabel('Mail').fill('ann@example.com');
    await page.getByLabel('Tint', { exact: true }).fill('#FA0');
    const tags = page.getByLabel('Add to Tags');
    await tags.fill('wind');
    await tags.press('Enter');
    await tags.pressSequentially('kites,sea,');
    await tags.press('Backspace');
    await page.getByRole('group', { name: 'Days' }).getByLabel('Tuesday').check();
    await page.getByLabel('Data').fill('{"a": [1,\n2}');
    await page.getByText('This is not JSON: look at line 2.').waitFor();
    await page.getByLabel('Data').fill('{"a": [1, 2]}');
    await page.getByRole('button', { name: 'Format Data' }).click();
    expect(await page.getByLabel('Data').inputValue()).toContain('\n  "a"');
    await page.getByLabel('Latitude').fill('52.52');
    await page.getByLabel('Longitude').fill('190');
    await page.getByText('Enter a longitude from -180 to 180.').waitFor();
    await page.getByLabel('Longitude').fill('13.405');
    await page.getByRole('button', { name: 'Choose a file for Paper' }).click();
    const dialog = page.getByRole('dialog', { name: 'Paper' });
    await dialog.getByRole('button', { name: 'menu.pdf' }).waitFor();
    expect(await dialog.getByRole('button', { name: 'photo.png' }).count()).toBe(0);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'menu.pdf' }).click();
    await saved(page);
    await expectAccessible(page);

    const filled = {
      mail: 'ann@example.com',
      tint: '#ffaa00',
      tags: ['wind', 'kites'],
      days: ['tu'],
      data: { a: [1, 2] },
      place: { lat: 52.52, lng: 13.405 },
    };
    await expect.poll(() => draftOf(page, project, id), { timeout: 15_000 }).toMatchObject(filled);
    expect((await draftOf(page, project, id)).paper).toMatch(/^med_/);

    await page.reload();
    await page.getByRole('button', { name: 'Remove wind' }).click();
    await page.getByRole('button', { name: 'Remove menu.pdf' }).click();
    await page.getByLabel('Latitude').fill('');
    await page.getByLabel('Longitude').fill('');
    await page.getByLabel('Data').fill('');
    await expect
      .poll(async () => Object.keys((await draftOf(page, project, id)) as object).sort(), { timeout: 15_000 })
      .toEqual(['days', 'mail', 'tags', 'tint', 'title']);
  });
});
