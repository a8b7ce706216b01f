import { describe, expect, it } from 'vitest';
import { databaseOf } from '../../../support/database.ts';
import { newAsset, startMediaService, storeVariables } from '../../../support/media.ts';
import { ApiClient } from '../../../support/client.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const { service, store } = await startMediaService({});
const url = 'https://img.example.com';
const signed = { IMAGE_SERVICE_KEY: '736563726574', IMAGE_SERVICE_SALT: '68656C6C6F' };
const photo = { width: 1600, height: 1200, focal_point: { x: 0, y: 0.5 } };

/** The same data through a service with other settings. */
async function through(more: Record<string, string>) {
  return startService({
    ...storeVariables(store.settings),
    MONGODB_DB: databaseOf(service.app.system).databaseName,
    ...more,
  });
}

describe('a picture of a project with private media', () => {
  it('has sizes by imgproxy, each with the end that the file’s own address has', async () => {
    const project = await service.newProject({ privateMedia: true });
    const image = await newAsset(project.secret, photo);
    await project.secret.post('/v1/authors', { name: 'Ada', avatar_id: image });
    const { url: at } = await through({ IMAGE_SERVICE: 'imgproxy', IMAGE_SERVICE_URL: url, ...signed });
    const client = new ApiClient(at, project.publishable.token);

    const answer = await client.get('/v1/authors?images=320', { 'X-Cache-Tags': 'true' });

    const { avatar } = answer.body.data[0];
    const [, options = '', source = ''] =
      /^https:\/\/img\.example\.com\/[\w-]+\/(.*)\/([\w-]+)$/.exec(avatar.srcset[0].url) ?? [];
    expect(options).toBe(
      `rs:fill:320:240/g:fp:0:0.5/exp:${Math.floor(Date.parse(avatar.url_expires_at) / 1000)}`,
    );
    expect(Buffer.from(source, 'base64url').toString()).toBe(avatar.url);
    expect(Date.parse(answer.headers.get('X-Cache-Until') ?? '')).toBeLessThanOrEqual(
      Date.parse(avatar.url_expires_at),
    );
  });

  it.each([
    { IMAGE_SERVICE: 'imgproxy', IMAGE_SERVICE_URL: url },
    { IMAGE_SERVICE: 'thumbor', IMAGE_SERVICE_URL: url, IMAGE_SERVICE_KEY: 'k' },
    { IMAGE_SERVICE: 'cloudflare', IMAGE_SERVICE_URL: url },
    { IMAGE_SERVICE: 'ipx', IMAGE_SERVICE_URL: url },
    { IMAGE_SERVICE: `${url}/{width}/{encoded_url}` },
  ])('has none by services whose addresses do not end: %o', async (settings) => {
    const project = await service.newProject({ privateMedia: true });
    const open = await service.newProject();
    const [hidden, shown] = [await newAsset(project.secret, photo), await newAsset(open.secret, photo)];
    const { url: at } = await through(settings);
    const read = async ({ secret }: TestProject, id: string) =>
      (await new ApiClient(at, secret.token).get(`/v1/media/${id}?images=320`)).body;

    expect(await read(project, hidden)).toMatchObject({ srcset: [], focal_point: photo.focal_point });
    expect((await read(open, shown)).srcset).toHaveLength(1);
  });

  it('is refused with media_urls=permanent, as without images', async () => {
    const project = await service.newProject({ privateMedia: true });

    const { status, body } = await project.publishable.get('/v1/authors?images=320&media_urls=permanent');

    expect([status, body.error.code]).toEqual([400, 'permanent_media_urls_unavailable']);
  });
});

describe('a service without an image service', () => {
  it('has no sizes, and focal point and placeholder all the same', async () => {
    const { secret } = await service.newProject();
    const image = await newAsset(secret, photo);

    const { body } = await secret.get(`/v1/media/${image}?images=320`);

    expect(body).toMatchObject({ srcset: [], focal_point: photo.focal_point, placeholder: null });
  });
});
