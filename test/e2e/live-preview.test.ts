import type { FrameLocator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { dayMs, expectDone } from '../support/content.ts';
import { signedIn } from '../support/dashboard.ts';
import type { TestProject } from '../support/service.ts';
import { addPage, definePages, draftOf, hero } from './support/blocks.ts';
import {
  expectAccessible,
  type OpenOptions,
  startDashboard,
  type TestDashboard,
  useAxe,
} from './support/dashboard.ts';
import { type PreviewSite, startPreviewSite } from './support/preview-site.ts';

let dashboard: TestDashboard;
let site: PreviewSite;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
  site = await startPreviewSite(() => dashboard.service.url);
});

interface LivePage {
  page: Page;
  frame: FrameLocator;
  project: TestProject;
  id: string;
}

const wide = { viewport: { width: 1440, height: 900 } };

async function newPage(sections = [hero('Fly higher')]) {
  const project = await dashboard.service.newProject();
  await definePages(project);
  const owner = await signedIn(dashboard.service, project.id, 'owner');
  const { status } = await owner.send('PATCH', `/projects/${project.id}/settings`, {
    preview_url: site.previewUrl,
  });
  expect(status).toBe(200);
  return { project, id: await addPage(project, sections) };
}

async function openLive(
  sections = [hero('Fly higher')],
  { hasScript = true, ...options }: OpenOptions & { hasScript?: boolean } = {},
): Promise<LivePage> {
  site.hasScript = hasScript;
  site.requests.length = 0;
  const { project, id } = await newPage(sections);
  const page = await dashboard.open(project, `/live/page/${id}`, { ...wide, ...options });
  const frame = page.frameLocator('iframe[title="Your site"]');
  await frame.locator('h1').waitFor();
  if (hasScript) await page.getByRole('button', { name: 'Browse' }).waitFor();
  return { page, frame, project, id };
}

/** Runs a script in the page of the site. */
function inFrame<T>(page: Page, script: string): Promise<T> {
  const frame = page.frames().find((one) => one.url().startsWith(site.origin));
  if (frame === undefined) throw new Error('The site is not in a frame.');
  return frame.evaluate<T>(script);
}

const focusedField = (page: Page) =>
  page.evaluate<string>("document.activeElement.closest('[data-field]')?.dataset.field ?? ''");

const linkOf = (page: Page) => page.locator('[data-field$="/link"] input');

describe('the live preview', () => {
  it('shows what is typed while it is typed, and everything else after the save', async () => {
    const { page, frame, project, id } = await openLive();
    await page.getByText('Up to date').waitFor();

    await page.getByLabel('Name').press('End');
    await page.keyboard.type(' and summer');
    await frame.getByRole('heading', { level: 1, name: 'Spring and summer' }).waitFor();
    await page.getByText('Up to date').waitFor();
    expect((await draftOf(page, project, id)).title).toBe('Spring and summer');

    await page.locator('[data-field$="/title"] input').fill('Fly lower');
    await frame.getByRole('heading', { level: 2, name: 'Fly lower' }).waitFor();
    await expectAccessible(page);
  });

  it('pauses at a value that cannot be saved and names its field', async () => {
    const { page, frame } = await openLive(undefined, { expectedErrors: [/400/] });
    await linkOf(page).fill('no link');
    await page.getByText('Preview paused:').waitFor();

    await page.getByLabel('Name').fill('Autumn');
    await frame.getByRole('heading', { level: 1, name: 'Autumn' }).waitFor();
    await page.getByRole('button', { name: 'fix link to continue' }).click();
    await expect.poll(() => focusedField(page)).toMatch(/\/link$/);
  });

  it('focuses the field of a click, in nested blocks and in the third paragraph of a text', async () => {
    const text = { markdown: 'One\n\nTwo\n\nThree' };
    const { page, frame } = await openLive([
      { block: 'group', values: { heading: 'Group', items: [hero('Inside', { text })] } },
    ]);

    await frame.getByRole('heading', { name: 'Inside' }).click();
    await expect.poll(() => focusedField(page)).toMatch(/\/title$/);

    await frame.getByText('Three').click();
    await page.locator('.ProseMirror').waitFor();
    const paragraph = () => page.evaluate<string | null>('getSelection().anchorNode?.textContent ?? null');
    await expect.poll(paragraph).toBe('Three');
    await page.keyboard.type('!');
    await frame.getByText('Three!').waitFor();
  });

  it('scrolls to the element of the focused field', async () => {
    const { page } = await openLive(Array.from({ length: 8 }, (_, i) => hero(`Block ${i}`)));
    await page.getByRole('button', { name: 'Open all' }).click();
    await page.locator('[data-field$="/title"] input').last().focus();
    await expect.poll(() => inFrame<number>(page, 'scrollY')).toBeGreaterThan(300);
  });

  it('lets the page work normally in browse', async () => {
    const { page, frame } = await openLive();
    await page.getByRole('button', { name: 'Browse' }).click();
    await frame.getByRole('link', { name: 'Again' }).click();
    await expect.poll(() => site.requests.at(-1)?.url).toMatch(/\?again$/);
    await page.getByLabel('Name').fill('Still connected');
    await frame.getByRole('heading', { name: 'Still connected' }).waitFor();
  });

  it('asks before it opens another item, and says whose item cannot be edited', async () => {
    const { page, frame, project } = await openLive(undefined, { expectedErrors: [/404/] });
    await frame.getByText('Written by Nell').click();
    await page.getByText('You can’t edit this author.').waitFor();

    const author = expectDone(await project.secret.post('/v1/authors', { name: 'Nell' }));
    await inFrame(
      page,
      `document.querySelector('[data-galley^="aut_"]').dataset.galley = '${String(author.id)}#name'`,
    );
    await frame.getByText('Written by Nell').click();
    const dialog = page.getByRole('dialog', { name: 'Open “Nell”?' });
    await dialog.getByRole('button', { name: 'Stay here' }).click();
    await frame.getByText('Written by Nell').click();
    await dialog.getByRole('button', { name: 'Open', exact: true }).click();
    await page.waitForURL(/\/authors\?.*author=aut_/);
  });

  it('reloads a site without the script after each save', async () => {
    const { page, frame } = await openLive(undefined, { hasScript: false });
    await page.getByText('Basic preview.').waitFor();
    await expectAccessible(page);

    await page.getByLabel('Name').fill('Winter');
    await frame.getByRole('heading', { level: 1, name: 'Winter' }).waitFor();
  });

  it('connects the page that it opened in a tab', async () => {
    const { page } = await openLive();
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('button', { name: 'Open in new tab' }).click(),
    ]);
    await tab.getByRole('heading', { level: 1, name: 'Spring' }).waitFor();
    await page.getByLabel('Name').fill('In both');
    await tab.getByRole('heading', { level: 1, name: 'In both' }).waitFor();
  });

  it('has tabs for form and page on narrow screens', async () => {
    const { page, frame } = await openLive();
    await page.setViewportSize({ width: 900, height: 800 });
    expect(await page.getByLabel('Name').isVisible()).toBe(false);
    await frame.getByRole('heading', { level: 1 }).click();
    await page.getByLabel('Name').waitFor();
    await page.getByRole('button', { name: 'Page', exact: true }).click();
    await frame.locator('h1').waitFor();
    await expectAccessible(page);
  });

  it('shows a future date of the calendar beside a form that is read-only, and returns to now', async () => {
    const { page, frame, project, id } = await openLive();
    const path = `/v1/content/page/${id}`;
    const publish_at = new Date(Date.now() + dayMs).toISOString();
    expectDone(await project.secret.patch(path, { publish: true }));
    const spring = expectDone(await project.secret.post('/v1/releases', { name: 'Next spring' }));
    const inSpring = `${path}?release=${String(spring.id)}`;
    expectDone(await project.secret.patch(inSpring, { values: { title: 'In next spring' } }));
    expectDone(await project.secret.patch(path, { values: { title: 'Summer' }, publish_at }));
    expectDone(await project.secret.patch(`${path}?draft=true`, { values: { title: 'Only a draft' } }));
    const heading = (name: string) => frame.getByRole('heading', { level: 1, name }).waitFor();
    await heading('Only a draft');

    await page.getByRole('button', { name: 'Time' }).click();
    await page.locator('input[type=range]:enabled').press('ArrowRight');
    await heading('Summer');
    await page.getByText('As readers will see it on').waitFor();
    await page.getByText('You’re viewing a future date.').waitFor();
    expect(await page.getByLabel('Name').isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Publish' }).count()).toBe(0);
    await expectAccessible(page);
    await page.getByLabel('Release').selectOption('After promoting Next spring');
    await heading('In next spring');

    await page.getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share' });
    expect(await dialog.getByLabel('People with the link see').inputValue()).toBe('time');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Back to now' }).click();
    await heading('Only a draft');
    await page.getByLabel('Name').fill('Edited again');
    await heading('Edited again');
  });

  it('is opened by the button beside Preview and closed to the editor', async () => {
    const { project, id } = await newPage();
    site.hasScript = true;
    const page = await dashboard.open(project, `/entries/page/${id}`, wide);
    await page.getByRole('button', { name: 'Live preview' }).click();
    await page.waitForURL(new RegExp(`/live/page/${id}$`));
    await page.frameLocator('iframe').locator('h1').waitFor();
    await page.getByRole('button', { name: 'Close the live preview' }).click();
    await page.waitForURL(new RegExp(`/entries/page/${id}$`));
  });

  it('explains how to connect a site while there is none', async () => {
    const project = await dashboard.service.newProject();
    await definePages(project);
    const id = await addPage(project, [hero('Fly')]);
    const owner = await dashboard.open(project, `/live/page/${id}`, wide);
    await owner.getByRole('heading', { name: 'Connect your site' }).waitFor();
    await owner.getByText('/client/preview.js').waitFor();
    await expectAccessible(owner);
    const editor = await dashboard.open(project, `/live/page/${id}`, { ...wide, role: 'editor' });
    await editor.getByText('Ask an owner to connect the site.').waitFor();
  });

  it('shows no other site in its frame, and tells nobody else anything', async () => {
    const { page, project, id } = await openLive(undefined, { expectedErrors: [/frame-src|Framing/] });
    const hostile = await startPreviewSite(() => dashboard.service.url);
    await page.evaluate(`blocked = new Promise((resolve) =>
      document.addEventListener('securitypolicyviolation', ({ blockedURI }) => resolve(blockedURI)));
      postMessage({ galley: 1, type: 'ready', versions: [1], path: '/' }, '*');
      postMessage({ galley: 1, type: 'edit', targets: ['${id}#title'] }, '*');`);
    await inFrame(page, `location.href = '${hostile.origin}/page/x'`);

    expect(await page.evaluate('blocked')).toContain(hostile.origin);
    expect(hostile.requests).toEqual([]);
    expect(await page.evaluate('document.activeElement === document.body')).toBe(true);
    expect((await draftOf(page, project, id)).title).toBe('Spring');
  });

  it('puts its token into no URL but the one that starts the preview, and into no Referer', async () => {
    const { page, frame } = await openLive();
    await page.getByLabel('Name').fill('Saved');
    await frame.getByRole('heading', { name: 'Saved' }).waitFor();
    await page.getByText('Up to date').waitFor();

    const urls = site.requests.map(({ url }) => url);
    expect(urls.filter((url) => url.includes('pv_'))).toHaveLength(1);
    expect(urls[0]).toMatch(/^\/preview\?/);
    expect(site.requests.filter(({ referer }) => referer?.includes('pv_') === true)).toEqual([]);
  });
});
