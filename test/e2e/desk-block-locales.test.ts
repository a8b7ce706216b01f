import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { defineType, expectDone } from '../support/content.ts';
import { signedIn } from '../support/dashboard.ts';
import type { TestProject } from '../support/service.ts';
import { pressOn } from './support/keyboard.ts';
import { newSite, openAsTranslator, saved, shoot } from './support/locale-site.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';

let dashboard: TestDashboard;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
});

/** A live landing page with two heroes in a list that all languages share. */
async function newLanding(): Promise<{ site: TestProject; id: string }> {
  const site = await newSite(dashboard);
  const text = { key: 'text', label: 'Text', type: 'string', options: { localized: true } };
  expectDone(await site.secret.put('/v1/schema/blocks/hero', { fields: [text], display_field: 'text' }));
  const sections = { key: 'sections', label: 'Sections', type: 'blocks', options: { blocks: ['hero'] } };
  const own = {
    key: 'own',
    label: 'Own list',
    type: 'blocks',
    options: { blocks: ['plain'], localized: true },
  };
  const title = { key: 'title', label: 'Title', type: 'string', options: { localized: true } };
  expectDone(await site.secret.put('/v1/schema/blocks/plain', { fields: [{ ...text, options: {} }] }));
  await defineType(site, 'landing', [title, sections, own], {
    display_field: 'title',
  });
  const hero = (words: string) => ({ block: 'hero', values: { text: words } });
  const body = {
    values: {
      title: 'Home',
      sections: [hero('For all'), hero('For some')],
      own: [{ block: 'plain', values: { text: 'English' } }],
    },
    publish: true,
    locales: { de: { values: { title: 'Start' }, publish: true } },
  };
  return { site, id: String(expectDone(await site.secret.post('/v1/content/landing/entries', body)).id) };
}

const blockRow = (page: Page, words: string) => page.locator('[data-block]').filter({ hasText: words });

async function openLanguages(page: Page, words: string): Promise<void> {
  await blockRow(page, words)
    .getByRole('button', { name: /^More for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Languages…' }).click();
  await page.getByRole('dialog', { name: 'Languages of hero' }).waitFor();
}

/** The texts of the blocks that readers of a language see. */
async function textsIn({ publishable }: TestProject, id: string, locale: string) {
  const { values } = expectDone(await publishable.get(`/v1/content/landing/${id}?locale=${locale}`));
  return (values as { sections: { values: { text: string } }[] }).sections.map((block) => block.values.text);
}

describe('a block in a list that all languages share', () => {
  it('is shown in chosen languages, which its row names, and in all again with Undo', async () => {
    const { site, id } = await newLanding();
    const page = await dashboard.open(site, `/entries/landing/${id}`);
    await openLanguages(page, 'For some');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Chosen languages' }).check();
    expect(await dialog.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);
    await dialog.getByRole('checkbox', { name: 'German' }).check();
    await expectAccessible(page);
    await shoot(page, 'block-languages');
    await pressOn(dialog.getByRole('button', { name: 'Done' }));
    await page.getByText('Hero is shown in German', { exact: true }).first().waitFor();
    await blockRow(page, 'For some').getByText('Only in German').waitFor();
    await saved(page);
    await expectAccessible(page);
    await shoot(page, 'block-only-german');

    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await blockRow(page, 'For some').getByText('Only in German').waitFor({ state: 'detached' });
    await openLanguages(page, 'For some');
    await dialog.getByRole('radio', { name: 'Chosen languages' }).check();
    await dialog.getByRole('checkbox', { name: 'German' }).check();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await saved(page);
    await page.getByRole('button', { name: 'Publish changes' }).click();
    const sheet = page.getByRole('dialog');
    await shoot(page, 'block-languages-publish');
    await sheet.getByText('Shown in German, before in all languages.').first().waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText('Published', { exact: true }).first().waitFor();
    expect(await textsIn(site, id, 'en')).toEqual(['For all']);
    expect(await textsIn(site, id, 'de')).toEqual(['For all', 'For some']);

    await page.reload();
    await blockRow(page, 'For some').getByText('Only in German').waitFor();
    await blockRow(page, 'For some')
      .getByRole('button', { name: /^More for/ })
      .click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await expect.poll(() => page.getByText('Only in German').count()).toBe(2);
    await saved(page);
    const stored = expectDone(
      await site.secret.patch(`/v1/content/landing/${id}?draft=true`, { values: {} }),
    );
    const sections = (stored.values as { sections: { only_locales?: string[] }[] }).sections;
    expect(sections.map((block) => block.only_locales)).toEqual([undefined, ['de'], ['de']]);
    await page.getByRole('button', { name: 'JSON' }).click();
    await page.getByRole('button', { name: 'Draft', exact: true }).click();
    await page.getByText(/"only_locales": \[\s+"de"\s+\]/).waitFor();
  });

  it('is not limited in a list that each language has for itself', async () => {
    const { site, id } = await newLanding();
    const page = await dashboard.open(site, `/entries/landing/${id}`);
    await page
      .locator('[data-block]')
      .last()
      .getByRole('button', { name: /^More for Plain/ })
      .click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Languages…' }).count()).toBe(0);
  });

  it('shows its languages to members who may not change them', async () => {
    const { site, id } = await newLanding();
    const page = await openAsTranslator(dashboard, site, `/entries/landing/${id}?locale=de`);
    await page
      .locator('[data-block]')
      .first()
      .getByRole('button', { name: /^More for/ })
      .click();
    await page.getByRole('menuitem', { name: 'Languages…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Languages of hero' });
    await dialog.getByText('View only: a change would apply to all languages.').waitFor();
    expect(await dialog.getByRole('radio', { name: 'All languages' }).isDisabled()).toBe(true);
    expect(await dialog.getByRole('button', { name: 'Done' }).count()).toBe(0);
    await expectAccessible(page);
    await shoot(page, 'block-languages-translator');
  });

  it('lets translators write the texts of shared blocks, and arrange the blocks of their language', async () => {
    const { site, id } = await newLanding();
    const page = await openAsTranslator(dashboard, site, `/entries/landing/${id}?locale=de`);
    const shared = page.getByRole('list', { name: 'Sections' });
    await page.getByText('You can translate these blocks.').waitFor();
    const first = shared.locator('[data-block]').first();
    await first.getByRole('button', { name: /^More for/ }).click();
    const items = page.getByRole('menuitem');
    await items.first().waitFor();
    expect(await items.allInnerTexts()).toEqual([
      'Languages…',
      expect.stringMatching(/^Comment/),
      expect.stringMatching(/^Copy/),
    ]);
    await page.keyboard.press('Escape');
    expect(await first.getByRole('button', { name: /^(Move|Insert)/ }).count()).toBe(0);
    await first.locator('[data-row-of]').focus();
    for (const key of ['Delete', 'd', 'a', 'Alt+ArrowDown']) await page.keyboard.press(key);
    expect(await shared.locator('[data-block]').count()).toBe(2);
    await shoot(page, 'blocks-translator');

    await first.getByRole('textbox', { name: 'Text' }).fill('Für alle');
    await saved(page);
    await page.getByRole('button', { name: 'Add a block to Own list' }).click();
    await saved(page);
    const owner = await signedIn(dashboard.service, site.id, 'owner');
    const { body } = await owner.send('GET', `/projects/${site.id}/content/landing/entries/${id}?locale=de`);
    expect(JSON.stringify(body.draft.sections)).toContain('Für alle');
    expect(body.draft.own).toHaveLength(1);
  });
});
