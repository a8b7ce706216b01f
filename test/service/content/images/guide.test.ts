import { describe, expect, it } from 'vitest';
import { limits } from '../../../../src/contract/limits.ts';
import { imageServices } from '../../../../src/contract/fields/images.ts';
import { guideBlocks, pasteGuide } from '../../../support/guide.ts';
import { newAsset, startMediaService } from '../../../support/media.ts';
import { inRepository } from '../../../support/program.ts';
import { readFileSync } from 'node:fs';

const template = 'https://img.example.com/{width}x{height}/{encoded_url}';
const { service } = await startMediaService({ IMAGE_SERVICE: template });
const page = readFileSync(inRepository('docs/model/images.md'), 'utf8');

describe('docs/model/images.md', () => {
  it('has commands that work, and shows what a picture then has', async () => {
    const project = await service.newProject();
    const placeholder = '1QcSHQRnh493V4dIh4eXh1h4kJUI';
    const image = await newAsset(project.secret, { width: 1600, height: 1200, placeholder });
    const article = { title: 'Kites', featured_image_id: image, publish: true };
    await project.secret.post('/v1/blog/articles', article);

    await pasteGuide('model/images.md', service, project);

    const path = '/v1/blog/articles?limit=1&images=320,640,1280&image_ratio=16:9';
    const { featured_image } = (await project.publishable.get(path)).body.data[0];
    const shown = JSON.parse(guideBlocks('model/images.md', 'json')[0] ?? '') as { srcset: object[] };
    const srcset = shown.srcset.map((one) => ({
      ...one,
      url: expect.stringContaining('https://img.example.com/') as string,
    }));
    expect(featured_image).toMatchObject({ ...shown, srcset });
  });

  it('names every service, and the bounds as they are', () => {
    for (const name of imageServices) expect(page).toContain(`| \`${name}\``);
    expect(page).toContain(
      `1 to ${limits.image_widths_max} widths in pixels from ${limits.image_width_px_min} to ${limits.image_width_px_max.toLocaleString('en-US')}`,
    );
    expect(page).toContain(
      `Width and height from 1 to ${limits.image_ratio_part_max.toLocaleString('en-US')} `,
    );
    expect(page).toContain(`at most ${limits.placeholder_chars_max} characters`);
  });
});
