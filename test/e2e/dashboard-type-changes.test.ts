import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';
import { keysOf, product } from './support/product-type.ts';

describe('the screen of one content type', () => {
  let dashboard: TestDashboard;
  useAxe();
  beforeAll(async () => {
    dashboard = await startDashboard();
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

  it('says how many entries have a value before it removes a field, and undoes the removal', async () => {
    const project = await dashboard.service.newProject();
    await project.secret.put('/v1/schema/content-types/product', product);
    const price = { values: { name: 'Kite', price: 3 } };
    const { body } = await project.secret.post('/v1/content/product/entries', { ...price, publish: true });
    await project.secret.post('/v1/content/product/entries', price);
    const priceOf = async () =>
      (await project.secret.get(`/v1/content/product/${body.id}`)).body.values.price;
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
    await page.getByText('Readers no longer get the values. You can restore it for 7 days.').waitFor();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove field' }).press('Enter');
    await page.getByText('Removed Price', { exact: true }).waitFor();
    expect(await page.getByText('Price will be removed when you save').count()).toBe(0);
    expect(await keysOf(project, 'product')).toEqual(['name', 'colour']);
    expect(await priceOf()).toBeUndefined();

    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Restored Price', { exact: true }).waitFor();
    expect(await keysOf(project, 'product')).toEqual(['name', 'price', 'colour']);
    expect(await priceOf()).toBe(3);
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  });

  it('restores a field that was removed before, with its values', async () => {
    const project = await dashboard.service.newProject();
    await project.secret.put('/v1/schema/content-types/product', product);
    const values = { name: 'Kite', price: 3 };
    const { body } = await project.secret.post('/v1/content/product/entries', { values, publish: true });
    const [name, , colour] = product.fields;
    await project.secret.put('/v1/schema/content-types/product', { ...product, fields: [name, colour] });
    const page = await dashboard.open(project, '/content-types/type/product');

    await page.getByText('Values are deleted in 7 days').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Restore field Price' }).press('Enter');
    expect(await page.getByRole('heading', { name: 'Removed fields' }).count()).toBe(0);
    await page.keyboard.press('Control+s');
    await page.getByText('Saved', { exact: true }).waitFor();

    expect(await keysOf(project, 'product')).toEqual(['name', 'colour', 'price']);
    const entry = await project.secret.get(`/v1/content/product/${body.id}`);
    expect(entry.body.values.price).toBe(3);
  });

  it('renames the key of a field, and its values and conditions follow', async () => {
    const project = await dashboard.service.newProject();
    const onlyIfPriced = { show_if: { field: 'price', is_null: false } };
    const note = { key: 'note', label: 'Note', type: 'string', options: onlyIfPriced };
    await project.secret.put('/v1/schema/content-types/product', {
      ...product,
      fields: [...product.fields, note],
    });
    const values = { name: 'Kite', price: 3 };
    const { body } = await project.secret.post('/v1/content/product/entries', { values, publish: true });
    const page = await dashboard.open(project, '/content-types/type/product', { expectedErrors: [/400/] });
    const rename = async (key: string) => {
      await page.getByRole('button', { name: 'Actions for Price' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Rename key' }).press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Rename the key of Price' });
      await dialog.getByLabel('New key').fill(key);
      await dialog.getByText(`Sites and scripts that use price must use ${key}.`, { exact: false }).waitFor();
      await expectAccessible(page);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Control+s');
    };

    await rename('Not a key');
    await page.getByText('needs attention').waitFor();
    await rename('cost');
    await page.getByText('Saved', { exact: true }).waitFor();

    expect(await keysOf(project, 'product')).toEqual(['name', 'cost', 'colour', 'note']);
    const type = (await project.secret.get('/v1/schema/content-types/product')).body;
    expect(type.fields[3].options.show_if).toEqual([{ field: 'cost', is_null: false }]);
    const entry = await project.secret.get(`/v1/content/product/${body.id}`);
    expect(entry.body.values.cost).toBe(3);
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  });

  it('renames the source of a slug, and restores a field whose group is gone', async () => {
    const project = await dashboard.service.newProject();
    const slug = { key: 'slug', label: 'Slug', type: 'string', options: { format: 'slug', source: 'name' } };
    const note = { key: 'note', label: 'Note', type: 'string', options: { group: 'more' } };
    const withNote = { groups: [{ key: 'more' }], fields: [...product.fields, slug, note] };
    await project.secret.put('/v1/schema/content-types/product', { ...product, ...withNote });
    const values = { name: 'Kite', note: 'Red' };
    const { body } = await project.secret.post('/v1/content/product/entries', { values, publish: true });
    const withoutNote = { groups: [], fields: [...product.fields, slug] };
    await project.secret.put('/v1/schema/content-types/product', withoutNote);
    const page = await dashboard.open(project, '/content-types/type/product');

    await page.getByRole('button', { name: 'Actions for Name' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Rename key' }).press('Enter');
    await page.getByLabel('New key').fill('title');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Restore field Note' }).click();
    await page.keyboard.press('Control+s');
    await page.getByText('Saved', { exact: true }).waitFor();

    expect(await keysOf(project, 'product')).toEqual(['title', 'price', 'colour', 'slug', 'note']);
    const entry = await project.secret.get(`/v1/content/product/${body.id}`);
    expect(entry.body.values).toMatchObject({ title: 'Kite', note: 'Red' });
  });

  it('makes a field the title again when its removal is undone', async () => {
    const project = await dashboard.service.newProject();
    const code = { key: 'code', label: 'Code', type: 'string' };
    const fields = [code, ...product.fields];
    await project.secret.put('/v1/schema/content-types/product', {
      ...product,
      display_field: 'name',
      fields,
    });
    const titleOf = async () =>
      (await project.secret.get('/v1/schema/content-types/product')).body.display_field as string;
    const page = await dashboard.open(project, '/content-types/type/product');

    await page.getByRole('button', { name: 'Actions for Name' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Remove field' }).press('Enter');
    await page.keyboard.press('Control+s');
    await page.getByRole('dialog').getByRole('row', { name: /Name/ }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove field' }).press('Enter');
    await page.getByText('Removed Name', { exact: true }).waitFor();
    expect(await titleOf()).toBe('code');
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText('Restored Name', { exact: true }).waitFor();
    expect(await titleOf()).toBe('name');
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  });

  it('keeps groups that somebody else adds while changes here are kept twice', async () => {
    const project = await dashboard.service.newProject();
    await project.secret.put('/v1/schema/content-types/product', product);
    const page = await dashboard.open(project, '/content-types/type/product', { expectedErrors: [/409/] });
    await page.getByLabel('Name', { exact: true }).fill('Mine');

    for (const change of [{ name: 'Theirs' }, { groups: [{ key: 'more', label: 'More' }] }]) {
      await project.secret.put('/v1/schema/content-types/product', { ...product, ...change });
      await page.keyboard.press('Control+s');
      await page.getByRole('button', { name: /^Keep my changes/ }).click();
    }
    await page.keyboard.press('Control+s');
    await page.getByText('Saved', { exact: true }).waitFor();

    const type = (await project.secret.get('/v1/schema/content-types/product')).body;
    expect(type).toMatchObject({ name: 'Mine', groups: [{ key: 'more' }] });
  });

  it('deletes a type after its name is typed, and not while another refers to it', async () => {
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
    await page.keyboard.type('Product');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.getByText('Product moved to the trash').waitFor();

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
});
