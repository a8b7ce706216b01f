import { describe, expect, it } from 'vitest';
import { setUpBuckets } from '../../../../src/core/storage/bucket/bucket-setup.ts';
import { newAsset, newUpload, png, startMediaService, storeVariables } from '../../../support/media.ts';
import { startService } from '../../../support/service.ts';

const { service, store } = await startMediaService();
const { settings, client } = store;

/** Lets everybody read the private bucket, as an operator's slip would. */
async function openPrivateBucket(): Promise<void> {
  const policy = await client.getBucketPolicy(settings.bucket);
  await client.setBucketPolicy(
    settings.privateBucket,
    policy.replaceAll(settings.bucket, settings.privateBucket),
  );
}

const refused = {
  status: 503,
  body: {
    error: {
      type: 'api_error',
      code: 'temporarily_unavailable',
      message: expect.stringMatching(/open to the public.*galley doctor --fix-bucket/),
    },
  },
};

describe('while everybody can read the private bucket', () => {
  it('files of private projects are refused, those of public ones go on, and all is well when it is closed', async () => {
    const { secret } = await service.newProject({ privateMedia: true });
    const open = (await service.newProject()).secret;
    const pending = await newUpload(secret);
    await openPrivateBucket();

    const confirmed = await secret.post(`/v1/media/uploads/${pending}/confirm`);
    // What was found about the bucket a moment ago is believed for some seconds.
    await expect
      .poll(() => secret.post('/v1/media/uploads', png), { timeout: 30_000, interval: 500 })
      .toMatchObject(refused);
    const before = (await secret.get('/v1/media?count=true')).body.meta.total;
    const asked = await secret.post('/v1/media/uploads', png);

    expect(confirmed).toMatchObject(refused);
    expect(asked).toMatchObject(refused);
    expect(Number(asked.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await secret.get('/v1/media?count=true')).body.meta.total).toBe(before);
    expect((await secret.get(`/v1/media/${pending}`)).body.status).toBe('pending');
    expect(await newAsset(open)).toMatch(/^med_/);

    await setUpBuckets(settings);

    await expect
      .poll(async () => (await secret.post('/v1/media/uploads', png)).status, { timeout: 15_000 })
      .toBe(201);
    expect((await secret.post(`/v1/media/uploads/${pending}/confirm`)).body.status).toBe('ready');
  });
});

describe('while S3_PUBLIC_URL does not lead to the public bucket', () => {
  it('/readyz says degraded and names it', async () => {
    const wrong = { ...settings, publicUrl: `${settings.endpoint}/nosuch` };
    const { url } = await startService(storeVariables(wrong));

    await expect
      .poll(async () => (await fetch(`${url}/readyz`)).json(), { timeout: 15_000 })
      .toMatchObject({
        status: 'degraded',
        problems: expect.arrayContaining([
          {
            part: 'storage',
            problem: expect.stringContaining(`S3_PUBLIC_URL ${wrong.publicUrl} does not serve`),
          },
        ]),
      });
  });
});
