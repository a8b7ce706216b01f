import { createIPX, createIPXNodeServer, ipxHttpStorage } from 'ipx';
import { afterAll, describe, expect, it } from 'vitest';
import { startMediaService } from '../../../support/media.ts';
import { listenWith } from '../../../support/stand-in-server.ts';
import { look, picture, srcsetOf } from '../../../support/images/pictures.ts';

/** ipx itself, reading from the bucket of the tests. */
const serve = createIPXNodeServer(
  createIPX({
    storage: ipxHttpStorage({ domains: ['127.0.0.1', 'localhost'] }),
    sharpOptions: { autoOrient: true },
  }),
);
const ipx = await listenWith((request, response) => void serve(request, response));
afterAll(ipx.stop);
const { service } = await startMediaService({ IMAGE_SERVICE: 'ipx', IMAGE_SERVICE_URL: ipx.origin });

describe('the sizes that ipx makes', () => {
  it('are those that the answer says', async () => {
    const srcset = await srcsetOf(
      service,
      await picture(),
      { width: 400, height: 300 },
      'images=64,200,1000',
    );

    expect(srcset.map(({ width, height }) => [width, height])).toEqual([
      [64, 48],
      [200, 150],
      [400, 300],
    ]);
    for (const { url, width, height } of srcset) expect(await look(url)).toMatchObject({ width, height });
  });

  it.each([
    [{ x: 0.1, y: 0.2 }, 'red'],
    [{ x: 0.9, y: 0.2 }, 'green'],
    [{ x: 0.5, y: 1 }, 'blue'],
  ])('are cropped around the focal point %o', async (focal_point, color) => {
    const ratio = color === 'blue' ? '4:1' : '1:3';
    const details = { width: 400, height: 300, focal_point };
    const [first] = await srcsetOf(service, await picture(), details, `images=64&image_ratio=${ratio}`);

    expect(await look(first?.url ?? '')).toEqual({ width: 64, height: color === 'blue' ? 16 : 192, color });
  });

  it('are those of the picture as it is shown, where it is to be turned', async () => {
    const [first] = await srcsetOf(service, await picture(6), { width: 300, height: 400 }, 'images=150');

    expect(await look(first?.url ?? '')).toMatchObject({ width: 150, height: 200 });
  });
});
