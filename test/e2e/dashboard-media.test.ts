import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { inRepository } from '../support/program.ts';
import type { TestProject } from '../support/service.ts';
import { displayedSize, pictureFile, pictureFiles, wordyJpeg } from '../support/picture-files.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  startMediaDashboard,
  type TestDashboard,
  useAxe,
} from './support/dashboard.ts';

const picture = readFileSync(inRepository('seeds/images/plover.png'));
const other = readFileSync(inRepository('seeds/images/tern.png'));
const file = (name: string, buffer = picture) => ({ name, mimeType: 'image/png', buffer });

/** Chooses files as the button does, and waits until they have arrived. */
async function upload(page: Page, ...files: ReturnType<typeof file>[]): Promise<void> {
  await page.getByLabel('Files to upload').setInputFiles(files);
  await page.getByRole('status').getByText('uploaded').waitFor();
  await page.getByRole('button', { name: `Open ${files[0]?.name}` }).waitFor();
}

async function assetsOf(project: TestProject): Promise<any[]> {
  return (await project.secret.get('/v1/media')).body.data;
}

describe('the media screen', () => {
  let dashboard: TestDashboard;
  useAxe();
  beforeAll(async () => {
    dashboard = await startMediaDashboard();
  });

  it('takes many files that are dropped, straight to the store, with their dimensions', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/media');
    const sent: string[] = [];
    page.on('request', (request) => (request.method() === 'PUT' ? sent.push(request.url()) : undefined));
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const isPut = (url: URL) => url.searchParams.has('X-Amz-Signature') && url.pathname.includes('.png');
    await page.route(isPut, (route) => held.then(() => route.continue()));
    const dropped = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      const bytes = Uint8Array.from(${JSON.stringify([...picture])});
      for (const name of ['a.png', 'b.png', 'c.png', 'd.png'])
        transfer.items.add(new File([bytes], name, { type: 'image/png' }));
      return transfer;
    })()`);

    await page.dispatchEvent('main', 'dragover', { dataTransfer: dropped });
    await page.getByText('Drop to upload').waitFor();
    await page.dispatchEvent('main', 'drop', { dataTransfer: dropped });
    await page.getByRole('progressbar', { name: 'Uploading a.png' }).waitFor();
    await page.getByText('Uploading 1 of 4').waitFor();
    letGo();
    await page.getByText('4 files uploaded').waitFor();
    for (const name of ['a', 'b', 'c', 'd'])
      await page.getByRole('button', { name: `Open ${name}.png` }).waitFor();
    await expectAccessible(page);

    expect(sent).toHaveLength(4);
    expect(sent.filter((url) => url.startsWith(dashboard.service.url))).toEqual([]);
    const assets = await assetsOf(project);
    expect(assets.every(({ width, height }) => width > 1 && height > 1)).toBe(true);
    await expect
      .poll(() =>
        page.evaluate('[...document.images].filter((image) => image.naturalWidth > 1).length === 4'),
      )
      .toBe(true);
  });

  it('sends the dimensions in which pictures of every format are displayed, and files without any all the same', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/media');
    const asked = new Map<string, object>();
    page.on('request', (request) => {
      if (!request.url().includes('/v1/media/uploads') || request.url().endsWith('/confirm')) return;
      const { file_name, width = null, height = null } = request.postDataJSON();
      asked.set(file_name, { width, height });
    });
    const typed = (name: string, buffer: Buffer) => ({
      name,
      mimeType: `image/${name.replace(/.*\./, '').replace('jpg', 'jpeg')}`,
      buffer,
    });
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>';
    const others = [
      typed('text.png', Buffer.from('no picture')),
      typed('cut.png', pictureFile('plain.png').subarray(0, 20)),
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes') },
      { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) },
      typed('wordy.jpg', wordyJpeg()), // the browser that draws it is asked
    ];
    const pictures = pictureFiles.map((name) => typed(name, pictureFile(name)));

    await page.getByLabel('Files to upload').setInputFiles([...pictures, ...others]);
    await page.getByText(`${pictures.length + others.length} files uploaded`).waitFor();

    const none = { width: null, height: null };
    const expected = new Map<string, object>([
      ...pictureFiles.map((name) => [name, displayedSize(name)] as const),
      ...['text.png', 'cut.png', 'notes.txt'].map((name) => [name, none] as const),
      ['drawing.svg', { width: 30, height: 20 }],
      ['wordy.jpg', { width: 64, height: 40 }],
    ]);
    expect(asked).toEqual(expected);
    const assets = await assetsOf(project);
    expect(new Map(assets.map(({ file_name, width, height }) => [file_name, { width, height }]))).toEqual(
      expected,
    );
    expect(assets.every(({ status }) => status === 'ready')).toBe(true);
    const drawn = (src: string) =>
      page.evaluate(`(async () => { const image = new Image(); image.src = ${JSON.stringify(src)}; await image.decode();
        return { width: image.naturalWidth, height: image.naturalHeight }; })()`);
    for (const { file_name, url } of assets.filter((one) => pictureFiles.includes(one.file_name)))
      expect(await drawn(url), file_name).toEqual(displayedSize(file_name));
  });

  it('reads the dimensions of a large picture out of its first 64 KB, and of one that the browser does not draw', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/media');
    const broken = Buffer.concat([picture.subarray(0, 40), Buffer.alloc(3_000_000)]);

    await page.getByLabel('Files to upload').setInputFiles([file('broken.png', broken)]);
    await page.getByText('1 file uploaded').waitFor();

    const [asset] = await assetsOf(project);
    expect([asset.width, asset.height]).toEqual([picture.readUInt32BE(16), picture.readUInt32BE(20)]);
  });

  it('sends a file again that failed, and forgets one that is not wanted', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/media', { expectedErrors: [/ERR_FAILED/] });
    const isPut = (url: URL) => url.searchParams.has('X-Amz-Signature') && url.pathname.includes('.png');
    await page.route(isPut, (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );

    await page.getByLabel('Files to upload').setInputFiles([file('good.png'), file('bad.png')]);
    await page.getByText('2 files couldn’t be uploaded').waitFor();
    await page.unroute(isPut);
    await page.getByRole('button', { name: 'Remove bad.png' }).press('Enter');
    await page.getByRole('button', { name: 'Upload good.png again' }).press('Enter');
    await page.getByRole('button', { name: 'Open good.png' }).waitFor();

    expect((await assetsOf(project)).filter(({ status }) => status === 'ready')).toHaveLength(1);
  });

  it('finds by name, and writes alt texts where the pictures stand, by keyboard alone', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/media');
    await upload(page, file('plover.png'), file('tern.png', other));

    await page.keyboard.press('/');
    await page.keyboard.type('tern');
    await page.getByRole('button', { name: 'Open plover.png' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Open tern.png' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.type('A tern over the sea');
    await page.keyboard.press('Enter');

    await expect
      .poll(async () => (await assetsOf(project)).map(({ alt }) => alt as string).toSorted())
      .toEqual(['', 'A tern over the sea']);
  });

  it('names the pages that show a picture, gives it another file, and deletes it after telling what breaks', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/media');
    await upload(page, file('plover.png'));
    const [asset] = await assetsOf(project);
    await project.secret.put('/v1/schema/content-types/bird', {
      fields: [
        { key: 'name', type: 'string' },
        { key: 'picture', type: 'image' },
      ],
    });
    const values = { name: 'Ringed plover', picture: asset.id };
    const entry = await project.secret.post('/v1/content/bird/entries', { values, publish: true });

    await page.getByRole('button', { name: 'Open plover.png' }).press('Enter');
    const link = page.getByRole('dialog').getByRole('link', { name: 'Ringed plover' });
    await link.waitFor();
    expect(await link.getAttribute('href')).toContain(`/entries/bird/${entry.body.id}`);
    await expectAccessible(page);
    await page.getByLabel('New file for plover.png').setInputFiles(file('tern.png', other));
    const question = page.getByRole('dialog', { name: 'Replace plover.png?' });
    await question.getByRole('link', { name: 'Ringed plover' }).waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Replace file' }).press('Enter');
    await page.getByText('plover.png replaced').waitFor();
    const replaced = (await assetsOf(project)).find(({ id }) => id === asset.id);
    expect(Buffer.from(await (await fetch(replaced.url as string)).arrayBuffer())).toEqual(other);

    await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
    await page.getByText('1 live page will show no image', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Delete anyway' }).press('Enter');
    await page.getByRole('heading', { name: 'No media yet' }).waitFor();

    await expect
      .poll(async () => {
        const { body } = await project.secret.get(`/v1/content/bird/${entry.body.id}`);
        return body.values.picture.url as string | null;
      })
      .toBeNull();
  });

  it('shows the pictures of a private project by signed addresses', async () => {
    const project = await dashboard.service.newProject({ privateMedia: true });
    const page = await dashboard.open(project, '/media');

    await upload(page, file('plover.png'));

    await expect.poll(() => page.evaluate('document.images[0]?.naturalWidth > 1')).toBe(true);
    expect(await page.locator('img').getAttribute('src')).toContain('X-Amz-Signature');
  });

  it('has no serious fault of accessibility in both themes', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/media');
    await page.getByRole('heading', { name: 'No media yet' }).waitFor();
    await expectAccessibleInBothThemes(page);

    await upload(page, file('plover.png'));
    await expectAccessibleInBothThemes(page);
  });

  it('has a bucket that can be tested in the settings', async () => {
    const page = await dashboard.open(await dashboard.service.newProject(), '/settings');

    await page.getByRole('button', { name: 'Test storage' }).press('Enter');

    await page.getByText('A file was written, read and removed in both buckets.').waitFor();
  });
});
