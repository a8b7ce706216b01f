import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  expectAccessibleInBothThemes,
  startMediaDashboard,
  type TestDashboard,
  useAxe,
} from './support/dashboard.ts';
import { declaredPaths, fillProject, type FilledProject, screensOf } from './support/every-screen.ts';

let dashboard: TestDashboard;
let filled: FilledProject;
useAxe();
beforeAll(async () => {
  dashboard = await startMediaDashboard();
  filled = await fillProject(dashboard);
}, 180_000);

/** Screens of people who are not signed in; `dashboard-invite` and `dashboard-shell` look at them in their states. */
const outside = ['/sign-in', '/link', '/set-up', '/sso-done'];

/** The demo's files are rows without objects in the test's store. */
const expectedErrors = [/ERR_|404|403/];

const root = () => `/dashboard/p/${filled.project.id}`;

async function goTo(page: Page, screen: string): Promise<void> {
  await page.goto(root() + screen);
  // A narrow window shows the site beside an item without the form and its heading.
  const site = page.getByRole('region', { name: 'Site' });
  await page.getByRole('heading', { level: 1 }).or(site).first().waitFor();
  await expect.poll(() => page.locator('.loading, .assets-loading').count()).toBe(0);
}

/** The classes of what makes the page wider than its window; what scrolls inside a box of its own does not. */
const standingOutside = `(() => {
  const main = document.querySelector('main');
  if (document.documentElement.scrollWidth <= innerWidth && main.scrollWidth <= main.clientWidth) return [];
  const edge = main.getBoundingClientRect().left + main.clientWidth;
  const wide = [...main.querySelectorAll('*')].filter((node) => node.getBoundingClientRect().right > edge + 1);
  return wide.slice(0, 8).map((node) => node.tagName + '.' + node.className + ' ' + node.textContent.slice(0, 40));
})()`;

/** Says at which screen an expectation failed. */
async function eachScreen(page: Page, look: (screen: string) => Promise<void>): Promise<string[]> {
  const screens = await screensOf(page, filled);
  const faults: string[] = [];
  for (const screen of screens) {
    await goTo(page, screen);
    await look(screen).catch((fault: unknown) => void faults.push(`${screen}: ${String(fault)}`));
  }
  expect(faults).toEqual([]);
  return screens;
}

describe('every screen', () => {
  it('has no serious fault of accessibility in both themes', async () => {
    const page = await dashboard.open(filled.project, '', { expectedErrors });
    const screens = await eachScreen(page, () => expectAccessibleInBothThemes(page));

    const patterns = (await declaredPaths()).map(
      (path) => [path, new RegExp(`^${path.replace(/\$\w+/g, '[^/]+')}$`)] as const,
    );
    const unseen = patterns.filter(([, pattern]) => !screens.some((screen) => pattern.test(screen)));
    expect(unseen.map(([path]) => path).sort()).toEqual([...outside].sort());
  }, 300_000);

  it('stands inside the page at 1024 and 390 pixels', { timeout: 240_000 }, async () => {
    const page = await dashboard.open(filled.project, '', { expectedErrors });
    await eachScreen(page, async () => {
      for (const width of [1024, 390]) {
        await page.setViewportSize({ width, height: 844 });
        expect((await page.evaluate<string[]>(standingOutside)).join('\n'), `${width} pixels`).toBe('');
      }
    });
  });

  it('is accessible before one signs in, too', async () => {
    const page = await dashboard.newPage({ expectedErrors });
    for (const path of ['/sign-in', '/link']) {
      await page.goto(`/dashboard${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expectAccessibleInBothThemes(page);
    }
  });
});

describe('the documentation', () => {
  it('has no serious fault of accessibility in both themes, and fits 390 pixels', async () => {
    const page = await dashboard.newPage({ viewport: { width: 390, height: 844 } });
    for (const path of ['/start/', '/errors', '/start/quick-start', '/model/content-types']) {
      await page.goto(`/docs${path}`);
      await expectAccessibleInBothThemes(page);
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(390);
    }
  }, 120_000);
});

describe('a message', () => {
  it('goes by itself, one about a failure too', async () => {
    const page = await dashboard.open(filled.project, '/account', { expectedErrors: [/500/] });
    await page.clock.install();
    const answers = [204, 500];
    await page.route('**/account/sessions', async (route) => {
      if (route.request().method() !== 'DELETE') return route.fallback();
      return route.fulfill({ status: answers.shift() ?? 204 });
    });
    const messages = page.getByRole('region', { name: 'Messages' }).locator('.toast');
    const end = page.getByRole('button', { name: 'End all others' });

    await end.click();
    await page.getByText('Your other sessions ended').waitFor();
    await page.clock.runFor(5_500);
    await expect.poll(() => messages.count()).toBe(0);
    await end.click();
    await messages.first().waitFor();
    await page.clock.runFor(12_500);
    await expect.poll(() => messages.count()).toBe(0);
  });
});

describe('writing from right to left', () => {
  it('stands right in fields, texts and the heading', async () => {
    const { project } = filled;
    const { body } = await project.secret.post('/v1/blog/articles', {
      title: 'مرحبا بالعالم',
      excerpt: 'نص قصير.',
      body: { markdown: 'السلام عليكم.' },
    });
    const page = await dashboard.open(project, `/blog/${String(body['id'])}`, { expectedErrors });
    await page.getByRole('textbox', { name: 'Body' }).getByText('السلام').waitFor();
    const parts = ['h1', '[data-field="title"] input', '[data-field="excerpt"] textarea', '.prose p'];
    for (const part of parts)
      expect(await page.evaluate(`getComputedStyle(document.querySelector('${part}')).direction`), part).toBe(
        'rtl',
      );
  });
});

describe('a toolbar', () => {
  it('is one Tab stop before the text, reached from it and left by Escape', async () => {
    const { project } = filled;
    const { body } = await project.secret.post('/v1/blog/articles', {
      title: 'Tools',
      body: { markdown: 'Text' },
    });
    const page = await dashboard.open(project, `/blog/${String(body['id'])}`, { expectedErrors });
    const text = page.getByRole('textbox', { name: 'Body' });
    const focused = () => page.evaluate("document.activeElement.closest('[role]')?.getAttribute('role')");
    await text.click();
    await page.keyboard.press('Shift+Tab');
    expect(await focused()).toBe('toolbar');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('textbox');
    await page.keyboard.press('Alt+F10');
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('toolbar');
    await page.keyboard.press('Escape');
    expect(await focused()).toBe('textbox');
  });
});

describe('rows that change their place', () => {
  it.each(['no-preference', 'reduce'] as const)('slide there, with motion %s', async (reducedMotion) => {
    const project = await dashboard.service.newProject();
    for (const name of ['One', 'Two', 'Three'])
      await project.secret.post('/v1/kb/collections', { title: name });
    const page = await dashboard.open(project, '/kb', { reducedMotion });
    await page.evaluate(`(() => {
      window.slides = [];
      const { animate } = Element.prototype;
      Element.prototype.animate = function (...given) {
        if (given[0][0].transform) window.slides.push(this.dataset.id);
        return animate.apply(this, given);
      };
    })()`);
    await page.getByRole('row', { name: /^One/ }).press('Alt+ArrowDown');
    await expect.poll(() => page.locator('.tree-row').first().innerText()).toMatch(/^Two/);

    const slides = (await page.evaluate<string[]>('window.slides')).length;
    expect(slides).toBe(reducedMotion === 'reduce' ? 0 : 2);
  });
});
