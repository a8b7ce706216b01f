import { beforeAll, describe, expect, it } from 'vitest';
import type { TestProject } from '../support/service.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';
import { addEntry, defineEverything } from './support/entries.ts';

let dashboard: TestDashboard;
let project: TestProject;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
  project = await dashboard.service.newProject();
  await defineEverything(project);
});

/** What the page wants to do in a moment waits for `releaseTimers`, as on a machine that is busy. */
const holdTimers = `{
  const held = [];
  const { setTimeout } = window;
  window.setTimeout = (run, ms, ...rest) => (ms > 0 ? setTimeout(run, ms, ...rest) : held.push(run));
  window.releaseTimers = () => held.splice(0).forEach((run) => run());
}`;

const refused = { expectedErrors: [/400/] };

describe('a field that becomes required', () => {
  it('says how many entries lack it and leads to them', async () => {
    await addEntry(project, 'kite', { title: 'With a summary', summary: 'Short' });
    for (const title of ['Bare', 'Empty']) await addEntry(project, 'kite', { title });
    const page = await dashboard.open(project, '/content-types/type/kite');
    await page.getByRole('button', { name: 'Summary summary' }).click();
    await page.getByLabel('Required').check();
    await page.getByText('2 entries lack a value').waitFor();
    const link = page.getByRole('link', { name: 'Show them' });
    const [list] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
    await list.getByRole('row', { name: 'Bare' }).waitFor();
    expect(await list.getByRole('row', { name: 'With a summary' }).count()).toBe(0);
    await list.getByText('2 entries').waitFor();

    await page.getByRole('button', { name: 'Title title' }).click();
    await page.getByText('Every entry has a value.').waitFor();
  });
});

describe('what the service refuses', () => {
  it('is said at the field in words of the form', async () => {
    const id = await addEntry(project, 'kite', { title: 'Refused' });
    const page = await dashboard.open(project, `/entries/kite/${id}`, refused);
    await page.getByLabel('Wing span').fill('-2');
    const fault = page.locator('[data-field="span"]').getByRole('alert');
    await fault.waitFor();
    expect(await fault.innerText()).toMatch(/^Must be .*0/);

    await page.goto(`/dashboard/p/${project.id}/content-types/type/kite`);
    await page.getByRole('button', { name: 'Wing span span' }).click();
    await page.getByLabel('Minimum').fill('5');
    await page.getByLabel('Maximum').fill('2');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Minimum is larger than maximum.').waitFor();
  });
});

describe('an address that leads nowhere', () => {
  it('says so with a way back, inside the screens of the project', async () => {
    const page = await dashboard.open(project, '/entries/kite', { expectedErrors: [/404/] });
    await page.goto(`/dashboard/p/${project.id}/entries/kite/ent_01m8000000aaaaaaaaaaaaaaaa`);
    await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
    await page.getByRole('button', { name: 'Go back' }).click();
    await page.getByRole('heading', { level: 1, name: 'Kite' }).waitFor();
    await page.goto(`/dashboard/p/${project.id}/nothing-like-it`);
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
    await page.getByRole('link', { name: 'Media' }).waitFor();
    await page.goto('/dashboard/p/prj_01m8000000aaaaaaaaaaaaaaaa');
    await page.getByRole('link', { name: 'Go to your projects' }).waitFor();
  });
});

describe('the columns of a list', () => {
  it('stand in an order of one’s own, which a saved view keeps', async () => {
    await addEntry(project, 'kite', { title: 'Listed' });
    const page = await dashboard.open(project, '/entries/kite');
    const heads = () => page.getByRole('columnheader').allInnerTexts();
    const own = async () => (await heads()).filter((name) => ['Wing span', 'Tested'].includes(name.trim()));
    await expect.poll(own).toEqual(['Wing span', 'Tested']);
    await page.getByRole('button', { name: 'Columns' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Arrange…' }).press('Enter');
    await page.getByRole('button', { name: 'Move Tested up' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(own).toEqual(['Tested', 'Wing span']);

    await page.getByRole('button', { name: 'Views' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Save this view…' }).press('Enter');
    await page.getByLabel('Name').fill('Tests first');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Tests first' }).waitFor();
    await page.getByRole('button', { name: 'Columns' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Tested' }).press('Enter');
    await expect.poll(own).toEqual(['Wing span']);
    await page.getByRole('button', { name: 'Views' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Tests first' }).press('Enter');
    await expect.poll(own).toEqual(['Tested', 'Wing span']);
  });
});

describe('a menu', () => {
  it('that has closed leaves the keyboard to what the person went on to', async () => {
    const page = await dashboard.open(project, '/entries/kite');
    const views = page.getByRole('button', { name: 'Views' });
    await page.getByRole('button', { name: 'Columns' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Tested' }).waitFor();
    await page.evaluate(holdTimers);

    await page.getByRole('menuitem', { name: 'Tested' }).press('Enter');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await views.focus();
    await page.evaluate('releaseTimers()');

    expect(await page.evaluate('document.activeElement.textContent')).toBe('Views');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Save this view…' }).waitFor();
  });
});

describe('a field of many choices', () => {
  it('is searched by words, chosen by keyboard and cleared; a day stands in words beside it', async () => {
    const towns = [
      'New York',
      'York',
      'Newcastle',
      'Bath',
      ...Array.from({ length: 20 }, (_, i) => `Town ${i}`),
    ];
    const choices = towns.map((label) => ({ value: label.toLowerCase().replaceAll(' ', '_'), label }));
    await project.secret.put('/v1/schema/content-types/trip', {
      name: 'Trip',
      fields: [
        { key: 'title', label: 'Title', type: 'string' },
        { key: 'town', label: 'Town', type: 'select', options: { choices } },
        { key: 'day', label: 'Day', type: 'date' },
      ],
    });
    const id = await addEntry(project, 'trip', { title: 'North', day: '2026-03-04' });
    const page = await dashboard.open(project, `/entries/trip/${id}`);
    const stored = async () => {
      const path = `/dashboard/api/projects/${project.id}/content/trip/entries/${id}`;
      return ((await (await page.request.get(path)).json()) as { draft: { town?: string } }).draft.town;
    };
    await page.getByText('Wed, Mar 4, 2026').waitFor();
    const box = page.getByRole('combobox', { name: 'Town' });

    await box.click();
    await page.keyboard.type('york');
    await expect
      .poll(() => page.getByRole('listbox').getByRole('option').allInnerTexts())
      .toEqual(['New York', 'York']);
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(stored).toBe('york');
    expect(await box.inputValue()).toBe('York');

    await box.fill('nowhere');
    await page.getByText('No matches').waitFor();
    await page.keyboard.press('Escape');
    expect(await box.inputValue()).toBe('York');
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(stored).toBeUndefined();
  });
});
