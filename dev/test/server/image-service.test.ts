import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { cleanup } from '../../../test/support/cleanup.ts';
import { clientOf, embeddedStore } from '../../../test/support/test-store.ts';
import { setUpBuckets } from '../../../src/core/storage/bucket/bucket-setup.ts';
import { startImageService } from '../../server/image-service.ts';

/** A store with an image of 40 by 20 pixels in each bucket, and the image service for it. */
async function started() {
  const { settings, stop } = await embeddedStore();
  cleanup(stop);
  await setUpBuckets(settings);
  const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#338833' } })
    .png()
    .toBuffer();
  for (const bucket of [settings.bucket, settings.privateBucket])
    await clientOf(settings).putObject(bucket, 'a.png', picture, picture.length, {
      'Content-Type': 'image/png',
    });
  const service = await startImageService(settings.publicUrl);
  if (service === null) throw new Error('ipx is not installed');
  cleanup(() => service.stop());
  return { settings, service, url: service.variables.IMAGE_SERVICE_URL };
}

const sized = (url: string, source: string) => fetch(`${url}/s_10x5,fit_cover/${encodeURIComponent(source)}`);

describe('the image service of npm run dev', () => {
  it('makes sizes of what lies in the public bucket', async () => {
    const { settings, service, url } = await started();

    const answer = await sized(url, `${settings.publicUrl}/a.png`);

    expect(service.variables.IMAGE_SERVICE).toBe('ipx');
    expect(new URL(url).hostname).toBe('127.0.0.1');
    const { width, height } = await sharp(await answer.arrayBuffer()).metadata();
    expect([answer.status, width, height]).toEqual([200, 10, 5]);
  });

  it('reads nothing else', async () => {
    const { settings, url } = await started();
    const { origin } = new URL(settings.endpoint);
    const hidden = `${origin}/${settings.privateBucket}/a.png`;
    const sources = [
      hidden,
      `${settings.publicUrl}/../${settings.privateBucket}/a.png`,
      `${settings.publicUrl}x/a.png`,
      'http://127.0.0.1:1/a.png',
      'file:///etc/hostname',
      '/etc/hostname',
    ];
    for (const source of sources) expect([source, (await sized(url, source)).status]).toEqual([source, 403]);
    expect((await sized(url, `${settings.publicUrl}/nothing.png`)).ok).toBe(false);
  });

  it('takes another port where its own is taken, and answers no more once it was stopped', async () => {
    const { settings, service, url } = await started();
    const second = await startImageService(settings.publicUrl);

    expect(second?.variables.IMAGE_SERVICE_URL).not.toBe(url);
    await second?.stop();
    await service.stop();

    await expect(sized(url, `${settings.publicUrl}/a.png`)).rejects.toThrow('fetch failed');
  });
});
