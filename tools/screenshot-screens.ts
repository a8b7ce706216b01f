import type { Page } from 'playwright-core';

/** A screen to take a screenshot of. */
interface Screen {
  name: string;
  /** Path below the project's URL. Names in braces are replaced with ids from the demo. */
  path: string;
  /** Runs before the screenshot is taken. */
  prepare?: (page: Page) => Promise<unknown>;
  /** Undoes the changes to the demo. */
  after?: (page: Page) => Promise<unknown>;
}

/** All screens, in the order of the screenshots. */
export const screens: readonly Screen[] = [
  { name: 'home', path: '' },
  { name: 'palette', path: '', prepare: (page) => page.keyboard.press('Control+k') },
  { name: 'calendar', path: '/calendar' },
  { name: 'content-types', path: '/content-types' },
  { name: 'content-type', path: '/content-types/type/product' },
  { name: 'entries', path: '/entries/product' },
  { name: 'entry', path: '/entries/product/{entry}' },
  {
    name: 'text',
    path: '/entries/product/{other}',
    prepare: async (page) => {
      await page.locator('.prose').first().click();
      await page.evaluate("document.querySelector('.richtext').scrollIntoView({ block: 'start' })");
      await page.keyboard.press('Control+End');
      await page.keyboard.press('Enter');
      await page.keyboard.type('/');
    },
    after: async (page) => {
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Backspace');
      await page.waitForTimeout(1_500); // until the change is saved
    },
  },
  {
    name: 'schedule',
    path: '/entries/product/{entry}',
    prepare: async (page) => {
      await page.getByLabel(/^Name/).press('End');
      await page.keyboard.type('!');
      await page.getByText('Live, changed').first().waitFor();
      await page.getByRole('button', { name: 'More actions for this entry' }).click();
      await page.getByRole('menuitem', { name: 'Schedule changes…' }).click();
    },
    after: async (page) => {
      await page.keyboard.press('Escape');
      await page.getByLabel(/^Name/).press('End');
      await page.keyboard.press('Backspace');
      await page.waitForTimeout(1_500); // until the change is saved
    },
  },
  {
    name: 'history',
    path: '/entries/product/{entry}',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'History' }).click();
      await page.locator('.version').last().click();
    },
  },
  { name: 'block', path: '/content-types/blocks/block/hero' },
  {
    name: 'blocks',
    path: '/entries/landing_page/{landing}',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Close all' }).click();
    },
  },
  {
    name: 'blocks-difference',
    path: '/entries/landing_page/{landing}',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Close all' }).click();
      await page.locator('.block-toggle').first().click();
      await page
        .getByLabel(/^Title/)
        .nth(1)
        .press('End');
      await page.keyboard.type(' with us');
      await page.getByText('Live, changed').first().waitFor();
      await page.keyboard.press('Control+Enter');
      await page.getByRole('dialog').waitFor();
      await page.waitForTimeout(600);
    },
    after: async (page) => {
      await page.keyboard.press('Escape');
      for (let letter = 0; letter < ' with us'.length; letter += 1) await page.keyboard.press('Backspace');
      await page.waitForTimeout(1_500); // until the change is saved
    },
  },
  { name: 'blog', path: '/blog' },
  { name: 'blog-board', path: '/blog/board' },
  { name: 'article', path: '/blog/{article}' },
  {
    name: 'article-seo',
    path: '/blog/{article}',
    prepare: (page) => page.getByRole('button', { name: 'Search and sharing' }).click(),
  },
  { name: 'both-ends', path: '/blog/{scheduled}' },
  { name: 'media', path: '/media' },
  {
    name: 'file',
    path: '/media',
    prepare: (page) => page.locator('.asset-open').first().click(),
  },
  { name: 'releases', path: '/releases' },
  { name: 'release', path: '/releases/{release}' },
  { name: 'kb', path: '/kb' },
  { name: 'kb-article', path: '/kb/articles/{kbArticle}' },
  { name: 'kb-articles', path: '/kb/articles' },
  { name: 'kb-freshness', path: '/kb/reviews' },
  { name: 'kb-votes', path: '/kb/votes' },
  { name: 'categories', path: '/categories' },
  { name: 'authors', path: '/authors' },
  {
    name: 'author',
    path: '/authors',
    prepare: async (page) => {
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Used by' }).waitFor();
      await page.waitForTimeout(600);
    },
  },
  {
    name: 'new-release',
    path: '/releases',
    async prepare(page) {
      await page.getByRole('button', { name: 'New release' }).click();
      await page.getByLabel('Name').fill('Spring catalogue');
    },
  },
  { name: 'keys', path: '/keys' },
  {
    name: 'new-key',
    path: '/keys',
    prepare: (page) => page.getByRole('button', { name: 'New key' }).click(),
  },
  { name: 'webhooks', path: '/webhooks' },
  { name: 'webhook', path: '/webhooks/{webhook}' },
  { name: 'delivery', path: '/webhooks/{webhook}?delivery={delivery}' },
  { name: 'members', path: '/members' },
  { name: 'settings', path: '/settings' },
  { name: 'trash', path: '/trash' },
];
