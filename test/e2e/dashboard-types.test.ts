import { beforeAll, describe, expect, it } from 'vitest';
import { pluck } from '../support/content.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  startDashboard,
  type TestDashboard,
  useAxe,
} from './support/dashboard.ts';
import { keysOf, product } from './support/product-type.ts';

describe('the content types screen', () => {
  let dashboard: TestDashboard;
  useAxe();
  beforeAll(async () => {
    dashboard = await startDashboard();
  });

  it('builds a type by keyboard alone, keys made of the labels', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/content-types');

    await page.keyboard.press('c');
    // A project without types shows the same links before: those of the screen that is left lead nowhere.
    await page.getByRole('heading', { level: 1, name: 'New content type' }).waitFor();
    await page.getByRole('link', { name: /^Empty type/ }).press('Enter');
    await page.getByLabel('Name', { exact: true }).waitFor();
    await page.keyboard.type('Fly Day');
    await page.getByRole('button', { name: 'Add a field' }).press('Enter');
    await page.keyboard.press('Enter'); // short text is the first of the types
    await page.keyboard.type('Café name');
    await page.getByRole('button', { name: 'Add a field' }).press('Enter');
    await page.keyboard.press('n'); // the first type whose name begins so
    await page.keyboard.press('Enter');
    await page.keyboard.type('Places');
    await page.getByLabel('Minimum').fill('1');
    await expectAccessible(page);
    await page.keyboard.press('Control+s');

    await page.getByText('Fly Day created at', { exact: false }).waitFor();
    const { body } = await project.secret.get('/v1/schema/content-types/fly_day');
    expect(body).toMatchObject({
      name: 'Fly Day',
      kind: 'collection',
      display_field: 'cafe_name',
      fields: [
        { key: 'cafe_name', label: 'Café name', type: 'string', options: {} },
        { key: 'places', label: 'Places', type: 'number', options: { min: 1 } },
      ],
    });
  });

  it('adds fields with a format or choices, and names them by their kind', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/content-types/new?from=nothing');
    const add = async (kind: string, label: string) => {
      await page.getByRole('button', { name: 'Add a field' }).press('Enter');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: new RegExp(`^${kind}`) })
        .press('Enter');
      await page.keyboard.type(label);
    };

    await page.getByLabel('Name', { exact: true }).fill('Page');
    await add('Email', 'Contact');
    await add('Short text', 'Title');
    await page.getByRole('button', { name: 'Add a field' }).press('Enter');
    await page.keyboard.press('s'); // after "Short text"
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.keyboard.type('Path');
    expect(await page.getByLabel('Create from').inputValue()).toBe('title');
    await add('Multiple choice', 'Days');
    await page.getByRole('button', { name: 'Add a choice' }).click();
    await page.getByLabel('Label of choice 1').fill('Monday');
    await add('Tags', 'Topics');
    await page.keyboard.press('Control+s');
    await page.getByText('Page created at', { exact: false }).waitFor();

    const { body } = await project.secret.get('/v1/schema/content-types/page');
    expect(body).toMatchObject({
      display_field: 'title',
      fields: [
        { key: 'contact', type: 'string', options: { format: 'email' } },
        { key: 'title', type: 'string', options: {} },
        { key: 'path', type: 'string', options: { format: 'slug', source: 'title' } },
        { key: 'days', type: 'string_list', options: { choices: [{ value: 'monday', label: 'Monday' }] } },
        { key: 'topics', type: 'string_list', options: {} },
      ],
    });
    const kinds = await page.locator('.field-type').allInnerTexts();
    expect(kinds).toEqual(['Email', 'Short text', 'Slug', 'Multiple choice', 'Tags']);
  });

  it('leaves a key alone that was written by hand', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/content-types/new?from=nothing');

    await page.getByLabel('Name', { exact: true }).fill('Site');
    await page.getByRole('radio', { name: 'Single' }).check();
    await page.getByRole('button', { name: 'Add a field' }).click();
    await page.getByRole('button', { name: /^Choice/ }).click();
    await page.getByLabel('Label', { exact: true }).fill('Tone');
    await page.getByLabel('Key', { exact: true }).last().fill('voice');
    await page.getByLabel('Label', { exact: true }).fill('Tone of voice');
    await page.getByRole('button', { name: 'Add a choice' }).click();
    await page.getByLabel('Label of choice 1').fill('Very calm');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Loud');
    await page.getByRole('button', { name: 'Create type' }).click();
    await page.getByText('/v1/content/site', { exact: true }).waitFor();

    const { body } = await project.secret.get('/v1/schema/content-types/site');
    expect(body).toMatchObject({
      kind: 'singleton',
      fields: [
        {
          key: 'voice',
          label: 'Tone of voice',
          options: {
            choices: [
              { value: 'very_calm', label: 'Very calm' },
              { value: 'loud', label: 'Loud' },
            ],
          },
        },
      ],
    });
  });

  it('orders fields by dragging them and by the arrow keys', async () => {
    const project = await dashboard.service.newProject();
    await project.secret.put('/v1/schema/content-types/product', product);
    const page = await dashboard.open(project, '/content-types');
    await page.getByRole('link', { name: 'Product' }).click();

    await page.getByRole('button', { name: /^Move Colour/ }).press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))'); // rows slide
    const name = page.getByRole('button', { name: /^Move Name/ });
    const price = page.getByRole('button', { name: /^Move Price/ });
    const [from, to] = [await name.boundingBox(), await price.boundingBox()];
    if (from === null || to === null) throw new Error('the grips are not there');
    await page.mouse.move(from.x + 5, from.y + 5);
    await page.mouse.down();
    await page.mouse.move(to.x + 5, to.y + to.height + 12, { steps: 6 });
    await page.mouse.up();
    await page.keyboard.press('Control+s');
    await page.getByText('Saved', { exact: true }).waitFor();

    expect(await keysOf(project, 'product')).toEqual(['colour', 'price', 'name']);
  });

  it('begins with a copy of a template, which is the project’s own', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/content-types');
    await page.getByRole('link', { name: /^Product/ }).waitFor();
    expect(await page.getByRole('link', { name: /\d fields$/ }).count()).toBeGreaterThanOrEqual(6);
    await expectAccessible(page);

    await page.getByRole('link', { name: /^Product/ }).click();
    await page.getByLabel('Name', { exact: true }).fill('Kite');
    await page.getByRole('button', { name: 'Actions for Sku' }).click();
    await page.getByRole('menuitem', { name: 'Remove field' }).click();
    await page.getByRole('button', { name: 'Create type' }).click();
    await page.getByText('Kite created at', { exact: false }).waitFor();
    await page.getByRole('link', { name: 'Content types', exact: true }).first().click();
    await page.getByRole('button', { name: 'New type' }).click();
    await page.getByRole('link', { name: /^Product/ }).click();

    expect(await page.getByRole('button', { name: 'Actions for Sku' }).count()).toBe(1);
    const { body } = await project.secret.get('/v1/schema/content-types/kite');
    expect(pluck(body.fields, 'label')).toEqual([
      'Name',
      'Price',
      'Availability',
      'Pictures',
      'Description',
      'Featured',
    ]);
  });

  it('has no serious fault of accessibility in both themes', async () => {
    const project = await dashboard.service.newProject();
    await project.secret.put('/v1/schema/content-types/product', product);
    const page = await dashboard.open(project, '/content-types');
    await page.getByRole('row').nth(1).waitFor();
    await expectAccessibleInBothThemes(page);

    await page.getByRole('row').nth(1).click();
    await page.getByRole('button', { name: /^Colour/ }).click();
    await expectAccessibleInBothThemes(page);
    await page.getByRole('button', { name: 'Add a field' }).click();
    await expectAccessibleInBothThemes(page);
  });
});
