import { beforeAll, describe, expect, it } from 'vitest';
import { expectDone } from '../support/content.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';

let dashboard: TestDashboard;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
});

const field = (key: string, label: string, type = 'string') => ({ key, label, type, options: {} });

describe('what only a button saves', () => {
  it('is asked about when the settings and the account are left', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/settings');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    const home = page.getByRole('link', { name: 'Home', exact: true });
    for (const [screen, label] of [
      ['settings', 'Preview URL'],
      ['settings', 'Blog articles'],
      ['account', 'Name'],
    ] as const) {
      await page.goto(`/dashboard/p/${project.id}/${screen}`);
      await page.getByLabel(label).fill('https://example.test/{slug}');
      await home.click();
      await question.getByRole('button', { name: 'Stay here' }).press('Enter');
      expect(await page.getByLabel(label).inputValue()).toBe('https://example.test/{slug}');
      await home.click();
      await question.getByRole('button', { name: 'Discard changes' }).press('Enter');
      await page.getByText('Recently edited').waitFor();
    }
  });

  it('can be put on top of what another owner saved of the same type', async () => {
    const project = await dashboard.service.newProject();
    const path = '/v1/schema/content-types/boat';
    const put = async (name: string, ...fields: object[]) =>
      expectDone(await project.secret.put(path, { name, fields }));
    await put('Boat', field('title', 'Title'), field('sail', 'Sail'), field('old', 'Old'));
    const page = await dashboard.open(project, '/content-types/type/boat', { expectedErrors: [/409/] });
    await page.getByLabel('Name', { exact: true }).fill('Sailing boat');
    await page.getByRole('button', { name: /^Sail\b/ }).click();
    await page.getByLabel('Label').fill('Colour of the sail');

    await put('Boat', field('title', 'Full title'), field('sail', 'Sail'), field('crew', 'Crew', 'number'));
    await page.keyboard.press('Control+s');
    await page.getByText('Someone else saved this in the meantime.', { exact: false }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Keep my changes, on top of theirs' }).press('Enter');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved', { exact: true }).waitFor();

    const { name, fields } = expectDone(await project.secret.get(path)) as {
      name: string;
      fields: { key: string; label: string }[];
    };
    expect(name).toBe('Sailing boat');
    expect(fields.map(({ key, label }) => `${key} ${label}`)).toEqual([
      'title Full title',
      'sail Colour of the sail',
      'crew Crew',
    ]);
  });
});
