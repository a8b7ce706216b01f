import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** More than the elements of the longest screen of these tests that can have the focus. */
const maxTabs = 150;

/** Moves the focus to an element with one key, and expects that a person sees it there. */
async function moveTo(element: Locator, key = 'Tab'): Promise<void> {
  await element.waitFor();
  const page = element.page();
  const matches = async (state: string) => (await element.and(page.locator(state)).count()) > 0;
  for (let tabs = 0; !(await matches(':focus')); tabs += 1) {
    expect(tabs, `${key} does not reach ${String(element)}`).toBeLessThan(maxTabs);
    await page.keyboard.press(key);
    await page.evaluate('new Promise((resolve) => setTimeout(resolve))'); // menus move the focus in a later task
  }
  expect(await matches(':focus-visible'), `the focus of ${String(element)} is visible`).toBe(true);
}

/** Presses a key on an element that was reached with Tab; with `ArrowDown` in menus. */
export async function pressOn(element: Locator, key = 'Enter', { by = 'Tab' } = {}): Promise<void> {
  await moveTo(element, by);
  await element.page().keyboard.press(key);
}

/** Replaces the text of a field, or chooses an option, on an element that was reached with Tab. */
export async function typeInto(element: Locator, text: string): Promise<void> {
  await moveTo(element);
  const { keyboard } = element.page();
  await keyboard.press('ControlOrMeta+A');
  await keyboard.type(text);
}

/** Presses keys without a pause. The dashboard ends a sequence after a second, and a machine may stall between two keys. */
export async function pressTogether(page: Page, ...keys: string[]): Promise<void> {
  await Promise.all(keys.map((key) => page.keyboard.press(key)));
}
