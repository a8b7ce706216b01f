import { beforeAll, describe, expect, it } from 'vitest';
import { pluck } from '../support/content.ts';
import type { TestProject } from '../support/service.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';

const product = {
  name: 'Product',
  fields: [
    { key: 'name', label: 'Name', type: 'string', options: { required: true } },
    { key: 'price', label: 'Price', type: 'number' },
    { key: 'colour', label: 'Colour', type: 'select', options: { choices: ['red', 'blue'] } },
  ],
};

async function keysOf(project: TestProject, type: string): Promise<string[]> {
  const { body } = await project.secret.get(`/v1/schema/content-types/${type}`);
  return (body.fields as { key: string }[]).map(({ key }) => key);
}

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

  it('says at the field what the service refuses', async () => {
    const project = await dashboard.service.newProject();
    await project.secret.put('/v1/schema/content-types/product', product);
    const page = await dashboard.open(project, '/content-types/type/product', { expectedErrors: [/400/] });

    await page.getByRole('button', { name: /^Price/ }).click();
    await page.getByLabel('Minimum').fill('9');
    await page.getByLabel('Maximum').fill('1');
    await page.getByRole('button', { name: /^Price/ }).click();
    await page.getByRole('button', { name: 'Save' }).click();

    await page.getByText('needs attention').waitFor();
    expect(await page.getByLabel('Minimum').getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page);
  });

  it('asks before it leaves what is not saved', async () => {
    const project = await dashboard.service.newProject();
    await project.secret.put('/v1/schema/content-types/product', product);
    const page = await dashboard.open(project, '/content-types/type/product');

    await page.getByLabel('Name', { exact: true }).fill('Goods');
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('button', { name: 'Stay here' }).click();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Goods');
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('heading', { level: 1, name: 'Test' }).waitFor();
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

  it('tells how much goes with a field, and removes it when the type’s key is typed', async () => {
    const project = await dashboard.service.newProject();
    await project.secret.put('/v1/schema/content-types/product', product);
    const price = { values: { name: 'Kite', price: 3 } };
    await project.secret.post('/v1/content/product/entries', { ...price, publish: true });
    await project.secret.post('/v1/content/product/entries', price);
    const page = await dashboard.open(project, '/content-types/type/product');

    await page.getByRole('button', { name: 'Actions for Price' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Remove field' }).press('Enter');
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await page.getByRole('button', { name: /^Move Price/ }).count()).toBe(1);
    await page.getByRole('button', { name: 'Actions for Price' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Remove field' }).press('Enter');
    await page.keyboard.press('Control+s');
    const row = page.getByRole('dialog').getByRole('row', { name: /Price/ });
    await row.waitFor();
    expect(await row.getByRole('cell').allInnerTexts()).toEqual(['2 values', '1 value']);
    await expectAccessible(page);
    await page.keyboard.type('product');
    await page.keyboard.press('Enter');
    await page.getByText('Saved', { exact: true }).waitFor();

    expect(await keysOf(project, 'product')).toEqual(['name', 'colour']);
  });

  it('deletes a type after its key is typed, and not while another refers to it', async () => {
    const project = await dashboard.service.newProject();
    await project.secret.put('/v1/schema/content-types/product', product);
    await project.secret.post('/v1/content/product/entries', { values: { name: 'Kite' }, publish: true });
    const picks = { key: 'picks', type: 'reference', options: { content_type: 'product' } };
    await project.secret.put('/v1/schema/content-types/shelf', { name: 'Shelf', fields: [picks] });
    const page = await dashboard.open(project, '/content-types/type/product');
    const openDialog = async () => {
      await page.getByRole('button', { name: 'More about this type' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Delete type' }).press('Enter');
    };

    await openDialog();
    await page.getByRole('dialog').getByRole('link', { name: 'Shelf' }).waitFor();
    expect(await page.getByRole('button', { name: 'Delete type' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await project.secret.put('/v1/schema/content-types/shelf', { fields: [] });
    await page.reload();
    await openDialog();
    await page.getByText('1 entry', { exact: false }).waitFor();
    await page.keyboard.type('product');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.getByText('Product is deleted').waitFor();

    await page.getByRole('link', { name: 'Shelf' }).waitFor();
    expect((await project.secret.get('/v1/content/product')).body.error.code).toBe('unknown_content_type');
  });

  it('refuses to save over what somebody else saved meanwhile, and takes theirs when told', async () => {
    const project = await dashboard.service.newProject();
    await project.secret.put('/v1/schema/content-types/product', product);
    const page = await dashboard.open(project, '/content-types/type/product', { expectedErrors: [/409/] });
    await page.getByLabel('Name', { exact: true }).fill('Mine');

    await project.secret.put('/v1/schema/content-types/product', { ...product, name: 'Theirs' });
    await page.keyboard.press('Control+s');
    await page.getByRole('button', { name: /^Take the newer version/ }).click();

    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Theirs');
  });

  it('shows editors the types, and nothing to change', async () => {
    const project = await dashboard.service.newProject();
    await project.secret.put('/v1/schema/content-types/product', product);
    const page = await dashboard.open(project, '/content-types/type/product', { role: 'editor' });

    expect(await page.getByLabel('Name', { exact: true }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    await expectAccessible(page);
  });

  it.each(['light', 'dark'] as const)('has no serious fault of accessibility in %s', async (colorScheme) => {
    const project = await dashboard.service.newProject();
    await project.secret.put('/v1/schema/content-types/product', product);
    const page = await dashboard.open(project, '/content-types', { colorScheme });
    await page.getByRole('row').nth(1).waitFor();
    await expectAccessible(page);

    await page.getByRole('row').nth(1).click();
    await page.getByRole('button', { name: /^Colour/ }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add a field' }).click();
    await expectAccessible(page);
  });
});
