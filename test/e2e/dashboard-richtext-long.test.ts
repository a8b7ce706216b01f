import type { Page } from 'playwright-core';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRepository } from '../support/program.ts';
import { expectAccessible, useAxe } from './support/dashboard.ts';
import { mostWork, slowness, workMeter } from './support/page-time.ts';
import { startStories, story } from './support/stories.ts';

const picture = readFileSync(inRepository('seeds/images/plover.png'));

useAxe();
const { openStory, published } = await startStories();

describe('a picture in a text', () => {
  /** In the page: what a drag or a clipboard carries. */
  const carried = (name: string) => `(() => {
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(${JSON.stringify([...picture])});
    transfer.items.add(new File([bytes], ${JSON.stringify(name)}, { type: 'image/png' }));
    return transfer;
  })()`;
  const shown = (page: Page) => story(page).locator('img');

  it('is dropped where it belongs, and described there', async () => {
    const content = ['Above', 'Below'].map((text) => ({
      type: 'paragraph',
      content: [{ type: 'text', text }],
    }));
    const { page, id } = await openStory({ body: { version: 2, content } });
    const line = await story(page).getByText('Below').boundingBox();
    if (line === null) throw new Error('no text');
    const at = { clientX: line.x + 2, clientY: line.y + 4 };

    await story(page).dispatchEvent('drop', {
      dataTransfer: await page.evaluateHandle(carried('plover.png')),
      ...at,
    });
    await shown(page).waitFor();
    await page.getByLabel('Alt text').fill('A plover on the beach');
    await page.getByLabel('Caption').fill('Ringed plover');
    await expectAccessible(page);

    const { html, json } = await published(page, id);
    expect(json.content.map(({ type }) => type)).toEqual(['paragraph', 'image', 'paragraph']);
    expect(html).toMatch(/<img[^>]* alt="A plover on the beach"/);
    expect(html).toContain('Ringed plover');
    await page.waitForFunction("document.querySelector('.prose img').naturalWidth > 1");
  });

  it('is pasted, or chosen among the pictures of the project, or uploaded beside them', async () => {
    const { page, id } = await openStory();
    await page.evaluate(`document.activeElement.dispatchEvent(new ClipboardEvent('paste',
      { clipboardData: ${carried('pasted.png')}, bubbles: true, cancelable: true }))`);
    await shown(page).waitFor();

    await page.getByRole('button', { name: 'Image', exact: true }).click();
    const picker = page.getByRole('dialog', { name: 'Insert an image' });
    await expectAccessible(page);
    await picker.getByRole('button', { name: 'pasted.png', exact: true }).press('Enter');
    await picker.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Image', exact: true }).click();
    const file = { name: 'own.png', mimeType: 'image/png', buffer: picture };
    await picker.locator('input[type=file]').setInputFiles(file);
    await picker.waitFor({ state: 'detached' });

    await expect.poll(() => shown(page).count()).toBe(3);
    const { json } = await published(page, id);
    const ids = json.content
      .filter(({ type }) => type === 'image')
      .map(({ attrs }) => attrs.media_id as string);
    expect([ids.length, new Set(ids).size]).toEqual([3, 2]);
  });
});

describe('a text of five thousand words', () => {
  it('is typed into with less than 50 ms of work for each key, and while it is saved', async () => {
    const sentence = (i: number) => `Kite ${i} flies over the hill, and nobody holds the line. `;
    const paragraph = (i: number) => ({
      type: 'paragraph',
      content: [
        { type: 'text', text: sentence(i).repeat(8) },
        { type: 'text', text: sentence(i), marks: [{ type: 'bold' }] },
      ],
    });
    const content = Array.from({ length: 60 }, (_, i) =>
      i % 10 === 0
        ? { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: `Part ${i}` }] }
        : paragraph(i),
    );
    const { page } = await openStory({ body: { version: 2, content } });
    const words = page.getByText(/^\d+ words$/);
    await words.waitFor();
    expect(Number.parseInt(await words.innerText(), 10)).toBeGreaterThan(5_000);
    const work = await workMeter(page);
    await page.keyboard.press('Control+End');
    await page.waitForTimeout(500);

    const typed = ' one more sentence while it is saved in between';
    const atTheEnd = await mostWork(work, typed.length, (i) => page.keyboard.press(typed.charAt(i)));
    const saving = await mostWork(work, 25, () => page.waitForTimeout(0));
    await story(page).getByText('Kite 31 flies').first().click();
    const inside = await mostWork(work, 20, (i) => page.keyboard.press(typed.charAt(i)));

    await page.getByText(/^Saved/).waitFor();
    const spent = { atTheEnd, saving, inside };
    expect(Math.max(atTheEnd, saving, inside), JSON.stringify(spent)).toBeLessThan(
      50 * (await slowness(page)),
    );
  });
});
