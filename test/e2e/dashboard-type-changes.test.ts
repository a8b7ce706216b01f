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
});
