import { describe, expect, it } from 'vitest';
import { commandsOfService } from '../../../support/commands.ts';
import { useImageEverywhere } from '../../../support/image-uses.ts';
import { newAsset, startMediaService } from '../../../support/media.ts';

const template = 'https://img.example.com/{width}x{height}/{x},{y}/{encoded_url}';
const { service, store } = await startMediaService({ IMAGE_SERVICE: template });
const placeholder = '1QcSHQRnh493V4dIh4eXh1h4kJUI';
const photo = { width: 1600, height: 1200, alt: 'A hat', focal_point: { x: 0.25, y: 1 }, placeholder };

/** Every image in an answer: what has an address and dimensions. */
function imagesIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(imagesIn);
  return 'width' in value && 'height' in value && 'alt' in value !== 'media_id' in value
    ? [{ ...value }]
    : inside;
}

describe('a read with images', () => {
  it('has the sizes, the focal point and the placeholder wherever it serves a picture', async () => {
    const project = await service.newProject();
    const image = await newAsset(project.secret, photo);
    const { settings } = store;
    const url = `${settings.endpoint}/${settings.bucket}/${project.id}/${image}/a.png`;
    const at = (size: string) => `https://img.example.com/${size}/0.25,1/${encodeURIComponent(url)}`;
    const wanted = {
      url,
      srcset: [
        { width: 320, height: 180, url: at('320x180') },
        { width: 1600, height: 900, url: at('1600x900') },
      ],
      focal_point: photo.focal_point,
      placeholder,
    };

    for (const { name, path, find } of await useImageEverywhere(project, image)) {
      const { body } = await project.publishable.get(`${path}?images=320,2000&image_ratio=16:9`);
      expect([name, find(body)]).toEqual([name, expect.objectContaining(wanted)]);
      for (const one of imagesIn(body)) expect([name, one]).toEqual([name, expect.objectContaining(wanted)]);
    }
    for (const path of [`/v1/media/${image}`, '/v1/media']) {
      const { body } = await project.secret.get(`${path}?images=320,2000&image_ratio=16:9`);
      expect(body.data?.[0] ?? body).toMatchObject(wanted);
    }
  });

  it('is the same as without it in all else, and without it nothing is added', async () => {
    const project = await service.newProject();
    const bare = /,"srcset":\[.*?\],"focal_point":(?:null|\{.*?\}),"placeholder":(?:null|".*?")/g;
    for (const { path } of await useImageEverywhere(project, await newAsset(project.secret, photo))) {
      const plain = await project.publishable.get(path);
      const asked = await project.publishable.get(`${path}?images=320`);

      expect(plain.text).not.toMatch(/srcset|focal_point|placeholder/);
      expect(asked.text.replaceAll(bare, '')).toBe(plain.text);
      expect(asked.headers.get('ETag')).not.toBe(plain.headers.get('ETag'));
    }
  });

  it.each([
    ['a drawing', { file_name: 'a.svg', content_type: 'image/svg+xml', width: 10, height: 10 }],
    ['a moving picture', { file_name: 'a.gif', content_type: 'image/gif', width: 10, height: 10 }],
    ['an unknown type', { file_name: 'a.tiff', content_type: 'image/tiff', width: 10, height: 10 }],
    ['a picture of unknown size', { width: 10 }],
  ])('has no sizes of %s', async (_what, more) => {
    const { secret } = await service.newProject();
    const image = await newAsset(secret, more);

    const { body } = await secret.get(`/v1/media/${image}?images=320`);

    expect(body).toMatchObject({ srcset: [], focal_point: null, placeholder: null });
  });

  it('reads in rich text what can be written as it was read', async () => {
    const { secret } = await service.newProject();
    const image = await newAsset(secret, photo);
    const fields = [{ key: 'text', type: 'richtext' }];
    await secret.put('/v1/schema/content-types/page', { fields });
    const text = { version: 2, content: [{ type: 'image', attrs: { media_id: image } }] };
    const body = { values: { text }, publish: true };
    const { id } = (await secret.post('/v1/content/page/entries', body)).body;
    const read = await secret.get(`/v1/content/page/${id}?images=320`);

    const written = await secret.patch(`/v1/content/page/${id}`, { values: { text: read.body.values.text } });

    expect(written.status).toBe(200);
    expect(written.body.revision).toBe(read.body.revision);
  });
});

describe('the parameters', () => {
  it.each([
    'images=',
    'images=15',
    'images=4097',
    'images=640,320',
    'images=320,320',
    'images=320,',
    'images=0320',
    'images=320.5',
    'images=16,17,18,19,20,21,22,23,24',
  ])('are refused by name: %s', async (query) => {
    const { publishable } = await service.newProject();

    const { status, body } = await publishable.get(`/v1/authors?${query}`);

    expect([status, body.error.code, body.error.param]).toEqual([400, 'invalid_parameter', 'images']);
    expect(body.error.message).toContain('1 to 8 widths in pixels, whole numbers from 16 to 4096, ascending');
  });

  it.each([
    'image_ratio=16:9',
    'images=320&image_ratio=16x9',
    'images=320&image_ratio=0:1',
    'images=320&image_ratio=1:10001',
  ])('are refused by name: %s', async (query) => {
    const { publishable } = await service.newProject();

    const { status, body } = await publishable.get(`/v1/authors?${query}`);

    expect([status, body.error.code, body.error.param]).toEqual([400, 'invalid_parameter', 'image_ratio']);
  });

  it('are unknown to reads that describe, and to reads without pictures', async () => {
    const { publishable } = await service.newProject();

    for (const path of ['/v1/introspection', '/v1/kb/sections', '/v1/changes']) {
      const { status, body } = await publishable.get(`${path}?images=320`);
      expect([path, status, body.error.code]).toEqual([path, 400, 'unknown_parameter']);
    }
  });

  it('are listed by introspection, with their bounds', async () => {
    const { publishable } = await service.newProject();

    const { body } = await publishable.get('/v1/introspection');

    const endpoints = JSON.stringify(body).match(/"path":"\/v1\/authors","key".*?"parameters":\[.*?\]/)?.[0];
    expect(endpoints).toContain('"images","image_ratio"');
    expect(body.limits).toMatchObject({
      image_widths_max: 8,
      image_width_px_min: 16,
      image_width_px_max: 4096,
    });
  });
});

describe('the cost', () => {
  it('is that of a read without them, new and kept', async () => {
    const project = await service.newProject();
    const places = await useImageEverywhere(project, await newAsset(project.secret, photo));
    const cost = (path: string) =>
      commandsOfService(service.app.system, async () => void (await project.publishable.get(path)));

    for (const { path } of places) {
      const [plain, kept] = [await cost(path), await cost(path)];
      const query = `?images=320&image_ratio=${1 + places.findIndex((one) => one.path === path)}:1`;
      const fresh = places.filter((one) => one.path === path).length === 1;
      if (fresh) expect((await cost(path + query)).sort()).toEqual(plain.sort());
      expect((await cost(path + query)).length).toBeLessThanOrEqual(plain.length);
      expect((await cost(path + query)).sort()).toEqual(kept.sort());
    }
  });

  it('is one answer for all spellings of a ratio', async () => {
    const project = await service.newProject();
    await project.publishable.get('/v1/authors?images=320&image_ratio=16:9');
    const read = (query: string) =>
      commandsOfService(
        service.app.system,
        async () => void (await project.publishable.get(`/v1/authors?${query}`)),
      );

    const same = await read('image_ratio=32:18&images=320');
    const other = await read('image_ratio=16:10&images=320');

    expect(same.length).toBeLessThan(other.length);
  });
});
