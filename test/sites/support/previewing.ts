import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSession } from '../../../src/accounts/users/sessions.ts';
import { openBrowser } from '../../e2e/support/browser.ts';
import { expectDone } from '../../support/content.ts';
import { addPerson, signedIn } from '../../support/dashboard.ts';
import { allPages } from './pages.ts';
import type { Site } from './site.ts';

/** Typing to frame is measured this often. */
const rounds = 20;
const hourMs = 60 * 60 * 1000;

/** The live preview of the site, in a dashboard of another origin. */
export function previewsLive(site: () => Site): void {
  it('shows what is typed, focuses the field of a click, and scrolls to the focused field', async () => {
    const page = await openLive(site(), `/landing_page/${await landingPage(site())}`);
    const frame = page.frameLocator('iframe');
    const title = page.locator('[data-field$="/title"] input').first();

    await title.fill('Come and fly');
    await frame.getByRole('heading', { level: 1, name: 'Come and fly' }).waitFor();
    await frame.getByRole('heading', { level: 3, name: 'Somebody who knows' }).click();
    await expect.poll(() => focusedValue(page)).toBe('Somebody who knows');
    await page.keyboard.press('End');
    await page.keyboard.type(' you');
    await frame.getByRole('heading', { level: 3, name: 'Somebody who knows you' }).waitFor();
    await page.getByText('Up to date').waitFor();
    const headingTop = () =>
      inFrame<number>(page, site(), 'document.querySelector("h1").getBoundingClientRect().top');
    await inFrame(page, site(), 'scrollTo({ top: document.body.scrollHeight, behavior: "instant" })');
    await expect.poll(headingTop).toBeLessThan(0);
    await title.focus();
    await expect.poll(headingTop).toBeGreaterThan(0);
  });

  it('puts the cursor into the clicked paragraph of a rich text, and stays connected on other pages', async () => {
    const article = expectDone(await site().project.secret.get('/v1/blog/articles/a-year-of-broken-spars'));
    const page = await openLive(site(), `/blog_article/${String(article.id)}`);
    const frame = page.frameLocator('iframe');
    const third = 'A third of all repairs is one stick.';

    await frame.getByText(third).click();
    const cursor = () =>
      page.evaluate<string>(`(() => {
        const { anchorNode } = getSelection();
        const element = anchorNode instanceof Element ? anchorNode : anchorNode?.parentElement;
        return element?.closest('p')?.textContent ?? '';
      })()`);
    await expect.poll(cursor).toContain(third);
    await page.keyboard.type(' Really.');
    await frame.getByText(' Really.').waitFor();

    await page.getByRole('button', { name: 'Browse' }).click();
    await frame.getByRole('link', { name: 'Blog', exact: true }).first().click();
    await frame.getByRole('heading', { level: 1, name: 'Blog' }).waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await frame.getByRole('heading', { name: 'A new keel for the Tern' }).getByRole('link').click();
    await page.getByRole('dialog', { name: 'Open “A new keel for the Tern”?' }).waitFor();
  });

  it('shows the next date of the calendar, and then drafts again', async () => {
    const { secret } = site().project;
    const path = '/v1/blog/articles/dated';
    const article = { title: 'Now', slug: 'dated', publish: true };
    const { id } = expectDone(await secret.post('/v1/blog/articles', article));
    const publish_at = new Date(Date.now() + hourMs).toISOString(); // before any date of the demo content
    expectDone(await secret.patch(path, { title: 'Soon', publish_at }));
    expectDone(await secret.patch(`${path}?draft=true`, { title: 'Only a draft' }));
    const page = await openLive(site(), `/blog_article/${String(id)}`);
    const heading = (name: string) =>
      page.frameLocator('iframe').getByRole('heading', { level: 1, name }).waitFor();
    await heading('Only a draft');

    await page.getByRole('button', { name: 'Time' }).click();
    await page.locator('input[type=range]:enabled').press('ArrowRight');
    await heading('Soon');
    await page.getByRole('button', { name: 'Back to now' }).click();
    await heading('Only a draft');
    expectDone(await secret.delete(path));
  });

  it('is as fast as typing', async () => {
    const page = await openLive(site(), `/landing_page/${await landingPage(site())}`);
    const title = page.locator('[data-field$="/title"] input').first();
    const answer = page.locator('[data-field$="/answer"] .ProseMirror').first();
    const answered = page.frameLocator('iframe').locator('details').first();
    await answered.locator('summary').waitFor();
    await page.getByRole('button', { name: 'Browse' }).click();
    await answered.locator('summary').click();
    const texts = await medianMs(page, site(), 'h1', (round) => title.fill(`Typed ${round}.`));
    const others = await medianMs(page, site(), 'details', async (round) => {
      await answer.click();
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.insertText(`Typed ${round}.`);
    });
    console.log(
      `${site().framework.starter}: typing to frame, median of ${rounds}: text fields ${texts} ms, rich text ${others} ms`,
    );
  });

  it('shows a share link to a browser without an account', async () => {
    const { project, service } = site();
    const draft = expectDone(
      await project.secret.post('/v1/blog/articles', { title: 'Shared draft', slug: 'shared' }),
    );
    const author = await signedIn(service, project.id, 'author');
    const item = { type: 'blog_article', id: String(draft.id), slug: 'shared' };
    const { body } = await author.send('POST', `/projects/${project.id}/preview-links`, {
      expires_in_hours: 1,
      item,
    });
    const page = await (await openBrowser(service)).newPage();
    await page.goto(String(body.url));
    await page.getByRole('heading', { level: 1, name: 'Shared draft' }).waitFor();
    expect(page.url()).not.toContain('pv_');
  });

  it('lets only the dashboard show a preview in a frame, and leaves nothing in published pages', async () => {
    const { origin, service } = site();
    const token = await previewToken(site());
    const start = await fetch(`${origin}/api/preview?token=${token}&path=/`, { redirect: 'manual' });
    const cookie = start.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const preview = await fetch(`${origin}/`, { headers: { Cookie: cookie } });
    const dashboard = new URL(service.app.config.BASE_URL ?? '').origin;
    expect(preview.headers.get('Content-Security-Policy')).toBe(`frame-ancestors 'self' ${dashboard}`);
    expect(preview.headers.get('X-Frame-Options')).toBeNull();
    expect(await preview.text()).toContain('data-galley');

    const scripts = new Set<string>();
    for (const { html, path } of await allPages(site())) {
      expect([path, traces.test(html)]).toEqual([path, false]);
      for (const [, src = ''] of html.matchAll(/<script[^>]* src="([^"]+)"/g)) scripts.add(src);
    }
    for (const src of scripts) {
      const text = await (await fetch(new URL(src, origin))).text();
      expect([src, traces.test(text)]).toEqual([src, false]);
    }
    const published = await fetch(`${origin}/`);
    expect(published.headers.getSetCookie()).toEqual([]);
    expect(published.headers.get('Content-Security-Policy')).toBeNull();
  });
}

/** What only pages of a preview contain. */
const traces = /data-galley|data-render|preview\.js|galley_preview|galley-preview/;

/** Opens the live preview of an item as an owner. */
async function openLive({ service, project }: Site, item: string): Promise<Page> {
  const { app } = service;
  const baseURL = app.config.BASE_URL ?? '';
  const user = await addPerson(app, project.id, { email: `live-${project.id}@example.test`, role: 'owner' });
  const { token } = await openSession(app.system, user, { now: app.clock.now(), method: 'password' });
  const viewport = { width: 1440, height: 900 };
  const page = await (
    await openBrowser(service)
  ).newPage({ baseURL, viewport, expectedErrors: [/404|hydrat/i] });
  await page.context().addCookies([{ name: 'galley_session', value: token, url: baseURL }]);
  await page.goto(`/dashboard/p/${project.id}/live${item}`);
  await page.getByRole('button', { name: 'Browse' }).waitFor();
  return page;
}

async function landingPage({ project }: Site): Promise<string> {
  const { data } = expectDone(await project.secret.get('/v1/content/landing_page?where[path]=/fly-with-us'));
  const [entry] = data as { id: string }[];
  return entry?.id ?? '';
}

async function previewToken({ service, project }: Site): Promise<string> {
  const editor = await signedIn(service, project.id, 'editor');
  const { body } = await editor.send('POST', `/projects/${project.id}/preview`, {});
  return String(body.token);
}

function inFrame<T>(page: Page, { origin }: Site, script: string): Promise<T> {
  const frame = page.frames().find((one) => one.url().startsWith(origin));
  if (frame === undefined) throw new Error('The site is not in a frame.');
  return frame.evaluate<T>(script);
}

const focusedValue = (page: Page) => page.evaluate<string>("document.activeElement?.value ?? ''");

/** The median time from a change in the form to its text in the frame, in milliseconds. */
async function medianMs(
  page: Page,
  site: Site,
  selector: string,
  type: (round: number) => Promise<void>,
): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const renderedAt = inFrame<number>(
      page,
      site,
      `new Promise((resolve) => {
        const look = () => document.querySelector('${selector}')?.textContent.includes('Typed ${round}.')
          ? resolve(Date.now()) : requestAnimationFrame(look);
        look();
      })`,
    );
    const typedAt = page.evaluate<number>(`new Promise((resolve) => {
      for (const type of ['beforeinput', 'input'])
        document.addEventListener(type, () => resolve(Date.now()), { once: true, capture: true });
    })`);
    await type(round);
    times.push((await renderedAt) - (await typedAt));
  }
  return times.toSorted((a, b) => a - b)[rounds / 2] ?? 0;
}
