import { createIPX, createIPXNodeServer, ipxHttpStorage } from 'ipx';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { sendFile, startMediaService } from '../support/media.ts';
import { listenWith } from '../support/stand-in-server.ts';

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

/** 400 by 300 pixels: red on the left, green on the right, and blue below both. */
async function picture(orientation = 1): Promise<Buffer> {
  const side = (background: string, [left, top]: [number, number], [width, height]: [number, number]) => ({
    input: { create: { width, height, channels: 3 as const, background } },
    left,
    top,
  });
  const drawn = sharp({ create: { width: 400, height: 300, channels: 3, background: '#ffffff' } });
  const parts = [
    side('#ff0000', [0, 0], [200, 200]),
    side('#00ff00', [200, 0], [200, 200]),
    side('#0000ff', [0, 200], [400, 100]),
  ];
  return drawn.composite(parts).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer();
}

interface Made {
  width: number;
  height: number;
  /** Of its middle: the brightest of red, green and blue. */
  color: string;
}

async function look(url: string): Promise<Made> {
  const answer = await fetch(url, { headers: { Accept: 'image/png' } });
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'image/png']);
  const { data, info } = await sharp(await answer.arrayBuffer())
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
  const parts = [...data.subarray(at, at + 3)];
  const color = ['red', 'green', 'blue'][parts.indexOf(Math.max(...parts))] ?? '';
  return { width: info.width, height: info.height, color };
}

async function srcsetOf(file: Buffer, details: object, query: string) {
  const { secret } = await service.newProject();
  const size_bytes = file.length;
  const asked = await secret.post('/v1/media/uploads', {
    ...{ file_name: 'a hat, 100%.jpg', content_type: 'image/jpeg', size_bytes },
    ...details,
  });
  await sendFile(asked.body, new Uint8Array(file));
  await secret.post(`/v1/media/uploads/${asked.body.media.id}/confirm`);
  return (await secret.get(`/v1/media/${asked.body.media.id}?${query}`)).body.srcset as {
    width: number;
    height: number;
    url: string;
  }[];
}

describe('the sizes that ipx makes', () => {
  it('are those that the answer says', async () => {
    const srcset = await srcsetOf(await picture(), { width: 400, height: 300 }, 'images=64,200,1000');

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
    const [first] = await srcsetOf(await picture(), details, `images=64&image_ratio=${ratio}`);

    expect(await look(first?.url ?? '')).toEqual({ width: 64, height: color === 'blue' ? 16 : 192, color });
  });

  it('are those of the picture as it is shown, where it is to be turned', async () => {
    const [first] = await srcsetOf(await picture(6), { width: 300, height: 400 }, 'images=150');

    expect(await look(first?.url ?? '')).toMatchObject({ width: 150, height: 200 });
  });
});
