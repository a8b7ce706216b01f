import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { startStories, type Stories } from './support/stories.ts';

let stories: Stories;
beforeAll(async () => {
  stories = await startStories();
});

/** A picture of one pixel, over the clipboard. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const paste = (page: Page, selector: string, name: string) =>
  page.evaluate(`{
    const bytes = Uint8Array.from(atob('${pixel}'), (letter) => letter.charCodeAt(0));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([bytes], '${name}', { type: 'image/png' }));
    document.querySelector('${selector}').dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }`);

/** Holds the bytes of uploads back until they are let go. */
async function holdUploads(page: Page): Promise<() => void> {
  let free = () => {};
  const freed = new Promise<void>((resolve) => (free = resolve));
  await page.route('**/*', async (route) => {
    if (route.request().method() === 'PUT') await freed;
    await route.continue().catch(() => undefined); // the page may have given it up
  });
  return free;
}

describe('a picture that is still on its way', () => {
  it('is waited for before the entry is left', async () => {
    const { page, id } = await stories.openStory();
    const free = await holdUploads(page);
    await paste(page, '[data-field="body"] [contenteditable="true"]', 'dune.png');
    await page
      .getByText(/Uploading/)
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Leave before everything is saved?' })
      .getByText('A file is still being uploaded', { exact: false })
      .waitFor();
    free();

    await page.getByText('Recently edited').waitFor();
    await page.goto(`/dashboard/p/${stories.project.id}/entries/kite/${id}`);
    await page.getByRole('textbox', { name: 'Story' }).locator('figure').waitFor();
  });

  it('does not undo what is added to a gallery meanwhile', async () => {
    const { page } = await stories.openStory();
    const gallery = page.locator('[data-field="shots"]');
    const free = await holdUploads(page);
    await paste(page, '[data-field="shots"] .images', 'one.png');
    await gallery.getByText('Uploading').waitFor();
    await paste(page, '[data-field="shots"] .images', 'two.png');
    free();

    await expect.poll(() => gallery.locator('img').count()).toBe(2);
    await page.getByText(/^Saved/).waitFor();
    expect(await gallery.locator('img').count()).toBe(2);
  });
});
