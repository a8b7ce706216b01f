import { beforeAll, describe, expect, it } from 'vitest';
import type { TestProject } from '../support/service.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';

let dashboard: TestDashboard;
let project: TestProject;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
  project = await dashboard.service.newProject();
});

const define = async (slug: string) => {
  const { status } = await project.secret.put(`/v1/schema/content-types/${slug}`, {
    name: 'Lesson',
    fields: [
      { key: 'kind', type: 'select', options: { choices: ['text', 'video'] } },
      { key: 'video', type: 'url' },
      { key: 'minutes', type: 'number' },
    ],
  });
  expect(status).toBe(201);
};
const stored = async (slug: string) =>
  (await project.secret.get(`/v1/schema/content-types/${slug}`)).body as {
    groups?: { key: string; label: string; display: string; collapsed: boolean }[];
    fields: { key: string; options: Record<string, unknown> }[];
  };

describe('the form of a content type', () => {
  it('gets a condition, a group and a width, by keyboard alone', async () => {
    await define('lesson');
    const page = await dashboard.open(project, '/content-types/type/lesson');
    await page.getByRole('button', { name: 'Add a group' }).press('Enter');
    await page.keyboard.type('Media');
    await page.keyboard.press('Enter');
    await page.keyboard.type('SEO');
    await page.getByLabel('Display of group 2').selectOption('tab');
    await page.getByRole('button', { name: 'Move group SEO: drag' }).press('ArrowUp');

    await page.getByRole('button', { name: /^Video/ }).press('Enter');
    await page.getByRole('button', { name: 'Add a condition' }).press('Enter');
    const condition = page.getByRole('group', { name: 'Condition 1' });
    await condition.getByLabel('Value').selectOption('video');
    await page.getByLabel('Group', { exact: true }).selectOption('Media');
    await page.getByLabel('Half width').press('Space');
    await page.getByLabel('Collapse when empty').press('Space');
    await expectAccessible(page);
    if (process.env['SHOTS'] !== undefined)
      await page.screenshot({ path: `${process.env['SHOTS']}/settings.png`, fullPage: true });
    await page.keyboard.press('Control+s');
    await page.getByText('Saved', { exact: true }).waitFor();

    const { groups, fields } = await stored('lesson');
    expect(groups).toEqual([
      { key: 'seo', label: 'SEO', display: 'tab', collapsed: false },
      { key: 'media', label: 'Media', display: 'section', collapsed: false },
    ]);
    expect(fields[1]?.options).toEqual({
      show_if: [{ field: 'kind', eq: 'video' }],
      group: 'media',
      width: 'half',
      collapse_empty: true,
    });
  });

  it('changes conditions of other types, and removes them with their group', async () => {
    await define('course');
    const page = await dashboard.open(project, '/content-types/type/course');
    await page.getByRole('button', { name: 'Add a group' }).click();
    await page.keyboard.type('Details');
    await page.getByRole('button', { name: /^Video/ }).click();
    await page.getByLabel('Group', { exact: true }).selectOption('Details');
    await page.getByRole('button', { name: 'Add a condition' }).click();
    const condition = page.getByRole('group', { name: 'Condition 1' });
    await condition.getByLabel('Field').selectOption('Minutes');
    await condition.getByLabel('Comparison').selectOption('is one of');
    await condition.getByLabel('Values').fill('5, 10.5');
    await page.getByRole('button', { name: 'Add a condition' }).click();
    const second = page.getByRole('group', { name: 'Condition 2' });
    await second.getByLabel('Comparison').selectOption('is one of');
    await second.getByLabel('Values').selectOption(['text', 'video']);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect((await stored('course')).fields[1]?.options).toEqual({
      show_if: [
        { field: 'minutes', in: [5, 10.5] },
        { field: 'kind', in: ['text', 'video'] },
      ],
      group: 'details',
    });

    await page.getByRole('button', { name: 'Remove condition 1' }).click();
    await page.getByRole('button', { name: 'Remove condition 1' }).click();
    await page.getByRole('button', { name: 'Remove group Details' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(async () => (await stored('course')).groups).toBe(undefined);
    expect((await stored('course')).fields[1]?.options).toEqual({});
  });
});
