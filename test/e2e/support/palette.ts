import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Types words into the palette until it shows the result. The service indexes content a few seconds after it is saved,
 * and the palette searches once for each change of the words. The service must be started.
 */
export async function searchPalette(page: Page, words: string, result: Locator): Promise<void> {
  const field = page.getByRole('dialog').getByRole('combobox');
  if (!(await field.isVisible())) await page.keyboard.press('Control+k');
  const isShown = async () => {
    await field.fill('');
    await field.fill(words);
    return result.waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    );
  };
  await expect.poll(isShown, { timeout: 60_000 }).toBe(true);
}
