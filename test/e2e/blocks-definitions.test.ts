import { beforeAll, describe, expect, it } from 'vitest';
import { addPage, definePages, hero } from './support/blocks.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  startDashboard,
  type TestDashboard,
  useAxe,
} from './support/dashboard.ts';

let dashboard: TestDashboard;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
});

describe('the definitions of blocks', () => {
  it('are built by keyboard alone, one that holds the other and itself, and used in a type', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/content-types');
    await page.getByRole('link', { name: 'Blocks', exact: true }).press('Enter');
    await page.getByText('No blocks yet').waitFor();

    await page.keyboard.press('c');
    await page.getByRole('link', { name: /^Empty block/ }).press('Enter');
    await page.getByLabel('Name', { exact: true }).waitFor();
    await page.keyboard.type('Quote');
    await page.getByLabel('Description').fill('What somebody said');
    await page.getByRole('button', { name: 'Add a field' }).press('Enter');
    await page.keyboard.press('Enter'); // short text is the first of the types
    await page.keyboard.type('Words');
    expect(await page.getByLabel('Unique').count()).toBe(0);
    await page.keyboard.press('Control+s');
    await page.getByText('Quote created', { exact: false }).waitFor();
    await page.getByText('No field uses this block yet.').waitFor();

    await page.getByRole('link', { name: 'Blocks', exact: true }).press('Enter');
    await page.getByRole('button', { name: 'New block' }).press('Enter');
    await page.getByRole('link', { name: /^Empty block/ }).press('Enter');
    await page.getByLabel('Name', { exact: true }).waitFor();
    await page.keyboard.type('Section');
    await page.getByRole('button', { name: 'Add a field' }).press('Enter');
    await page.getByRole('button', { name: /^Blocks/ }).press('Enter');
    await page.keyboard.type('Items');
    await page.getByRole('button', { name: 'Allow a block' }).press('Enter');
    await page.keyboard.type('said');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Allow a block' }).press('Enter');
    await page.keyboard.type('section');
    await page.keyboard.press('Enter');
    await page.getByLabel('Maximum of Quote').fill('2');
    await page.getByLabel('Max. items').fill('5');
    await expectAccessible(page);
    await page.keyboard.press('Control+s');
    await page.getByText('Section created', { exact: false }).waitFor();

    const { body } = await project.secret.get('/v1/schema/blocks/section');
    expect(body.fields).toEqual([
      {
        key: 'items',
        label: 'Items',
        type: 'blocks',
        options: { blocks: ['quote', 'section'], max_items: 5, max_of: { quote: 2 } },
      },
    ]);
    const quote = await project.secret.get('/v1/schema/blocks/quote');
    expect(quote.body).toMatchObject({ description: 'What somebody said', display_field: 'words' });
  });

  it('are changed: fields renamed, ordered and removed, with what goes said before', async () => {
    const project = await dashboard.service.newProject();
    await definePages(project);
    await addPage(project, [hero('A', { link: '/a' }), hero('B')], true);
    const page = await dashboard.open(project, '/content-types/blocks/block/hero');

    await page.getByRole('button', { name: /^Move Title/ }).press('ArrowDown');
    await page.getByRole('button', { name: 'Link link URL' }).click();
    await page.getByRole('textbox', { name: 'Label' }).fill('Address');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved', { exact: true }).waitFor();
    const fields = async () => {
      const { body } = await project.secret.get('/v1/schema/blocks/hero');
      return (body.fields as { label: string }[]).map(({ label }) => label);
    };
    expect(await fields()).toEqual(['Address', 'Title', 'Text', 'Tone']);

    await page.getByRole('button', { name: 'Actions for Address' }).click();
    await page.getByRole('menuitem', { name: 'Remove field' }).click();
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog');
    await dialog
      .getByRole('row', { name: /Address/ })
      .getByText('1 value')
      .first()
      .waitFor();
    await dialog.getByRole('button', { name: 'Remove field' }).click();
    await expect.poll(fields).toEqual(['Title', 'Text', 'Tone']);
  });

  it('are kept while a field takes them, and deleted once none does', async () => {
    const project = await dashboard.service.newProject();
    await definePages(project);
    await project.secret.put('/v1/schema/blocks/alone', { name: 'Alone', fields: [] });
    const page = await dashboard.open(project, '/content-types/blocks/block/hero');
    const remove = async () => {
      await page.getByRole('button', { name: 'More about this block' }).click();
      await page.getByRole('menuitem', { name: 'Delete block' }).click();
    };

    await remove();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This block is still used by these fields.', { exact: false }).waitFor();
    await dialog.getByRole('link', { name: 'Group' }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await page.goto(`/dashboard/p/${project.id}/content-types/blocks/block/alone`);
    await remove();
    await dialog.getByRole('textbox').fill('Alone');
    await dialog.getByRole('button', { name: 'Delete block' }).click();

    await page.getByText('Alone moved to the trash').waitFor();
    expect((await project.secret.get('/v1/schema/blocks/alone')).body.error.code).toBe('unknown_block');
  });

  it('begin from a template, and what it names comes with it', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/content-types/blocks/new');

    await page.getByRole('link', { name: /^Hero/ }).click();
    await page.getByRole('button', { name: 'Create block' }).click();
    await page.getByText('Hero created', { exact: false }).waitFor();

    const { body } = await project.secret.get('/v1/schema/blocks');
    expect((body.data as { slug: string }[]).map(({ slug }) => slug)).toEqual(['button', 'hero']);
  });

  it('have no serious fault of accessibility in both themes', async () => {
    const project = await dashboard.service.newProject();
    await definePages(project);
    const page = await dashboard.open(project, '/content-types/blocks');
    await page.getByRole('link', { name: 'Hero' }).waitFor();
    await expectAccessibleInBothThemes(page);

    await page.getByRole('link', { name: 'Group' }).click();
    await page.getByRole('button', { name: 'Items items Blocks' }).click();
    await expectAccessibleInBothThemes(page);
  });

  it('are read-only for editors', async () => {
    const project = await dashboard.service.newProject();
    await definePages(project);
    const page = await dashboard.open(project, '/content-types/blocks/block/hero', { role: 'editor' });

    await page.getByText('Only owners of the project can change its blocks.').waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  });
});
