import { describe, expect, it } from 'vitest';
import { startMediaService } from '../../../test/support/media.ts';
import { createClient } from '../src/main.ts';
import { upload, UploadError } from '../src/upload.ts';

const { service, store } = await startMediaService();

async function newClient() {
  return createClient({ baseUrl: service.url, key: (await service.newProject()).secret.token });
}

describe('upload', () => {
  it('sends a file in one call, tells how far it is, and answers the asset', async () => {
    const client = await newClient();
    const bytes = new Uint8Array(300_000).fill(7);
    const steps: number[] = [];

    const asset = await upload(client, new File([bytes], 'a.png', { type: 'image/png' }), {
      alt: 'A',
      width: 3,
      height: 2,
      onProgress: ({ bytes: sent, of }) => steps.push(sent / of),
    });

    expect(asset).toMatchObject({
      status: 'ready',
      file_name: 'a.png',
      content_type: 'image/png',
      alt: 'A',
      width: 3,
    });
    expect(asset.size_bytes).toBe(bytes.length);
    expect(steps.at(-1)).toBe(1);
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
    expect(await client.media.get(asset.id)).toEqual(asset);
    expect(new Uint8Array(await (await fetch(asset.url ?? '')).arrayBuffer())).toEqual(bytes);
  });

  it('takes bytes with a name and a type', async () => {
    const client = await newClient();

    const asset = await upload(client, new TextEncoder().encode('hi'), {
      fileName: 'a.txt',
      contentType: 'text/plain',
    });

    expect(asset).toMatchObject({
      file_name: 'a.txt',
      content_type: 'text/plain',
      size_bytes: 2,
      status: 'ready',
    });
  });

  it('says what the service refuses, and stops with its signal', async () => {
    const client = await newClient();
    const file = new Blob(['x'], { type: 'image/png' });

    await expect(upload(client, file, { fileName: 'a/b' })).rejects.toMatchObject({
      code: 'invalid_file_name',
    });
    await expect(upload(client, file, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect((await client.media.list()).data).toEqual([]);
  });

  it('names the asset when the bucket refuses', async () => {
    const client = await newClient();
    const { bucket } = store.settings;
    const file = new File(['x'], 'a.png', { type: 'image/png' });
    const moved: typeof client = {
      ...client,
      send: async (method, path, outgoing) => {
        const answer = await client.send(method, path, outgoing);
        if (!path.endsWith('/uploads')) return answer;
        return new Response((await answer.text()).replace(`/${bucket}/`, '/no-such-bucket/'));
      },
    };

    const failed = upload(moved, file);

    await expect(failed).rejects.toBeInstanceOf(UploadError);
    await expect(failed).rejects.toMatchObject({ status: 403, mediaId: expect.stringMatching(/^med_/) });
  });
});
