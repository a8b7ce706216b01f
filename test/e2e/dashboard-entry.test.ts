import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestProject } from '../support/service.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  startDashboard,
  type TestDashboard,
  useAxe,
} from './support/dashboard.ts';
import { addEntry, defineEverything } from './support/entries.ts';

let dashboard: TestDashboard;
let project: TestProject;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
  project = await dashboard.service.newProject();
  await defineEverything(project);
});

const saved = (page: Page) => page.getByText(/^Saved/).waitFor();
const entryOf = (page: Page) => /\/(ent_\w+)/.exec(page.url())?.[1] ?? '';
const live = async (id: string) => (await project.secret.get(`/v1/content/kite/${id}`)).body;

describe('the editor of an entry', () => {
  it('begins an entry, fills every kind of field and publishes it, by keyboard alone', async () => {
    await addEntry(project, 'maker', { name: 'Cody' }, true);
    await project.secret.post('/v1/authors', { name: 'Ada' });
    const page = await dashboard.open(project, '/entries/kite');
    const { keyboard } = page;

    await keyboard.press('n');
    await page.getByRole('heading', { level: 1, name: 'Untitled Kite' }).waitFor();
    await keyboard.type('Delta'); // the cursor stands in the first field
    await keyboard.press('Tab');
    await keyboard.type('A kite');
    await page.getByRole('textbox', { name: 'Story' }).focus();
    await keyboard.type('## Begin\nSome **bold** words');
    await page.getByLabel('Wing span').focus();
    await keyboard.type('2.5');
    await page.getByLabel('Tested').focus();
    await keyboard.press('Space');
    await page.getByLabel('First flown').fill('2026-05-09');
    await page.getByLabel('Colour').focus();
    await keyboard.type('bl');
    await page.getByLabel('Site').focus();
    await keyboard.type('https://kites.example');
    for (const [button, words] of [
      ['Add author to Writer', 'Ada'],
      ['Add author to Writers', 'Ada'],
      ['Add maker to Maker', 'Cody'],
      ['Add maker to Makers', 'New maker'],
    ] as const) {
      await page.getByRole('button', { name: button, exact: true }).press('Enter');
      await keyboard.type(words);
      await page.getByRole('option', { name: words }).first().waitFor();
      await keyboard.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await expectAccessible(page);
    await saved(page);
    await keyboard.press('Control+Shift+P');
    await page.getByText('Published', { exact: true }).waitFor();

    const { values } = (await live(entryOf(page))) as { values: Record<string, any> };
    expect(values).toMatchObject({
      title: 'Delta',
      summary: 'A kite',
      span: 2.5,
      tested: true,
      flown: '2026-05-09',
      tone: 'blue',
      site: 'https://kites.example',
      writer: { title: 'Ada' },
      writers: [{ title: 'Ada' }],
      maker: { values: { name: 'Cody' } },
      makers: [null], // made in place, and not published yet
    });
    expect(values['body'].html).toContain('<strong>bold</strong>');
    expect(values['body'].toc).toMatchObject([{ level: 2, text: 'Begin' }]);
  });
});

describe('in both themes', () => {
  it('the editor of an entry has no serious fault of accessibility, empty or full', async () => {
    const maker = await addEntry(project, 'maker', { name: 'Hargrave' }, true);
    const values = { title: 'Box', tested: true, tone: 'red', makers: [maker], span: 2 };
    const full = await addEntry(project, 'kite', values, true);
    const empty = await addEntry(project, 'kite', { title: 'Empty' });

    for (const id of [full, empty]) {
      const page = await dashboard.open(project, `/entries/kite/${id}`);
      await page.getByRole('textbox', { name: 'Story' }).waitFor();
      await expectAccessibleInBothThemes(page);
      expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0); // the frame stays
    }
  });

  it('the lists that lead there have none', async () => {
    const page = await dashboard.open(project, '/entries');
    await page.getByRole('link', { name: /^Kite/ }).waitFor();
    await expectAccessibleInBothThemes(page);

    await page.getByRole('link', { name: /^Kite/ }).press('Enter');
    await page.getByRole('row').nth(1).waitFor();
    await page.getByLabel('Select all rows').check();
    await expectAccessibleInBothThemes(page);
    await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
    await page.getByRole('form', { name: 'Filter' }).waitFor();
    await expectAccessibleInBothThemes(page);
  });
});
