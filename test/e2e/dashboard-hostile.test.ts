import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { attacks } from '../support/richtext/documents.ts';
import { expectDone } from '../support/content.ts';
import { signedIn } from '../support/dashboard.ts';
import { newAsset } from '../support/media.ts';
import type { TestProject } from '../support/service.ts';
import { startMediaDashboard, type TestDashboard } from './support/dashboard.ts';

/** Every attack in one line, short enough for a name. */
const text = attacks
  .join(' ')
  .replace(/[\n\r\u2028\u2029]/g, ' ')
  .slice(0, 190);
const fileName = `${text.replace(/[/\\]/g, '')}.png`;
const field = (key: string, type: string, options: object = {}) => ({
  key,
  type,
  label: `${key} ${text}`,
  options: { help: text, ...options },
});

interface Written {
  project: TestProject;
  entry: string;
  release: string;
}

/** A project in which everything that people may name or write is hostile. */
async function writeEverything({ service }: TestDashboard): Promise<Written> {
  const project = await service.newProject();
  const { secret } = project;
  const owner = await signedIn(service, project.id, 'owner');
  const settings = { name: text, preview_url: 'https://site.example/?x="><script>alert(1)</script>{token}' };
  const send = async (method: string, path: string, body: object) => {
    const { status, body: said } = await owner.send(method, `/projects/${project.id}${path}`, body);
    if (status >= 400) throw new Error(JSON.stringify(said));
  };
  await send('PATCH', '/settings', settings);
  await send('POST', '/invitations', { role: 'editor', note: text });
  await signedIn(service, project.id, 'editor').then((client) =>
    client.send('PATCH', '/account', { name: text }),
  );
  await send('POST', '/webhooks', {
    url: `https://hooks.example/?x=${encodeURIComponent(text)}"><img src=x onerror=alert(1)>`,
    events: ['*'],
  });
  await project.newKey({ name: text });
  const image = await newAsset(secret, { file_name: fileName, alt: text });
  const author = expectDone(await secret.post('/v1/authors', { name: text, slug: 'evil' })).id as string;
  expectDone(await secret.post('/v1/blog/articles', { title: text, publish: true, authors: [author] }));
  expectDone(
    await secret.put('/v1/schema/content-types/maker', { name: text, fields: [field('name', 'string')] }),
  );
  const maker = expectDone(
    await secret.post('/v1/content/maker/entries', { values: { name: text }, publish: true }),
  ).id as string;
  const fields = [
    field('title', 'string'),
    field('summary', 'text'),
    field('body', 'richtext'),
    field('span', 'number'),
    field('tested', 'boolean'),
    field('flown', 'date'),
    field('tone', 'select', { choices: [{ value: 'evil', label: text }] }),
    field('site', 'url'),
    field('cover', 'image'),
    field('shots', 'gallery'),
    field('writer', 'link', { target: 'author' }),
    field('writers', 'link_list', { target: 'author' }),
    field('maker', 'reference', { content_type: 'maker' }),
    field('makers', 'reference_list', { content_type: 'maker' }),
  ];
  expectDone(await secret.put('/v1/schema/content-types/kite', { name: text, fields }));
  const paragraphs = attacks.flatMap((attack) => [
    { type: 'paragraph', content: [{ type: 'text', text: attack }] },
    { type: 'codeBlock', content: [{ type: 'text', text: attack }] },
    { type: 'image', attrs: { media_id: image, alt: attack, caption: attack } },
  ]);
  const values = {
    title: text,
    summary: attacks.join('\n'),
    body: { version: 2, content: paragraphs },
    tone: 'evil',
    site: '/path?x="><script>alert(1)</script>',
    cover: image,
    shots: [image],
    writer: author,
    writers: [author],
    maker,
    makers: [maker],
  };
  const entry = expectDone(await secret.post('/v1/content/kite/entries', { values, publish: true }))
    .id as string;
  expectDone(await secret.patch(`/v1/content/kite/${entry}`, { values: { title: `${text}!` } }));
  const release = expectDone(await secret.post('/v1/releases', { name: text })).id as string;
  return { project, entry, release };
}

describe('what people write', () => {
  let dashboard: TestDashboard;
  let written: Written;
  beforeAll(async () => {
    dashboard = await startMediaDashboard();
    written = await writeEverything(dashboard);
  });

  /** A page that fails its test by any script of the text: an alert, a handler, an element that was none. */
  async function open(screen: string) {
    const page = await dashboard.open(written.project, screen);
    let alerts = 0;
    page.on('dialog', (dialog) => ((alerts += 1), void dialog.dismiss()));
    const expectHarmless = async () => {
      expect(await made(page)).toEqual([]);
      expect(alerts).toBe(0);
    };
    return { page, expectHarmless };
  }

  /** Elements that only the hostile text could have made. */
  const made = (page: Page) =>
    page.evaluate<string[]>(`[...document.querySelectorAll(
      'script:not([src]), [onerror], [onload], [onmouseover], iframe, img[src="x"], a[href^="javascript:" i], a[href^="data:" i]'
    )].map((element) => element.outerHTML)`);

  it.each([
    ['home', ''],
    ['the list of types', '/entries'],
    ['a list of entries', '/entries/kite'],
    ['content types', '/content-types'],
    ['a content type', '/content-types/type/kite'],
    ['media', '/media'],
    ['releases', '/releases'],
    ['keys', '/keys'],
    ['webhooks', '/webhooks', 'hooks.example'],
    ['members', '/members'],
  ])('is text in %s', async (_name, screen, seen = '<script>') => {
    const { page, expectHarmless } = await open(screen);

    await page.locator('main').getByText(seen, { exact: false }).first().waitFor();
    await page.waitForTimeout(300); // what comes after the first answer

    await expectHarmless();
  });

  it('is text in every field of an entry, in its history, in the words that describe it', async () => {
    const { page, expectHarmless } = await open(`/entries/kite/${written.entry}`);

    const story = page.getByRole('textbox', { name: /^body/ });
    await story.waitFor();
    expect(await page.getByLabel(/^title/).inputValue()).toBe(`${text}!`);
    expect(await story.innerText()).toContain('<script>alert(1)</script>');
    await expectHarmless();
    await page.getByRole('button', { name: 'History' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /published/ })
      .first()
      .click();
    await expectHarmless();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'JSON' }).click();
    await page.getByText('GET /v1/content', { exact: false }).waitFor();
    await expectHarmless();
  });

  it('is text in what is found by name, and in a file’s details', async () => {
    const { page, expectHarmless } = await open('/media');
    await page.getByRole('button', { name: `Open ${fileName}` }).click();
    await page.getByRole('dialog').getByRole('link').first().waitFor();
    await expectHarmless();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('script');
    await page.getByRole('option').filter({ hasText: 'alert(1)' }).first().waitFor();
    await expectHarmless();
  });

  it('is text in a comparison of releases and in the questions before a loss', async () => {
    const { page, expectHarmless } = await open(`/releases/${written.release}`);
    await page.goto(`/dashboard/p/${written.project.id}/releases`);
    await page.getByRole('button', { name: /^Actions for <script>/ }).press('Enter');
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    await page.getByLabel(/^Type <script>/).waitFor();

    await expectHarmless();
  });
});
