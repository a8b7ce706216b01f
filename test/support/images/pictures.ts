import sharp from 'sharp';
import { expect } from 'vitest';
import { sendFile } from '../media.ts';
import type { TestService } from '../service.ts';

/** 400 by 300 pixels: red on the left, green on the right, and blue below both. */
export async function picture(orientation = 1): Promise<Buffer> {
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

/** What came from an image service. */
interface Made {
  width: number;
  height: number;
  /** Of its middle: the brightest of red, green and blue. */
  color: string;
}

/** Fetches a size, which is to be of this type, and looks at it. */
export async function look(url: string, type = 'image/png'): Promise<Made> {
  const answer = await fetch(url, { headers: { Accept: 'image/png' } });
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, type]);
  const { data, info } = await sharp(await answer.arrayBuffer())
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
  const parts = [...data.subarray(at, at + 3)];
  const color = ['red', 'green', 'blue'][parts.indexOf(Math.max(...parts))] ?? '';
  return { width: info.width, height: info.height, color };
}

/** The sizes that a read offers of a file, which is uploaded to a new project with these details. */
export async function srcsetOf(service: TestService, file: Buffer, details: object, query: string) {
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
