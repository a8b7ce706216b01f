import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkBuckets } from '../../../../src/core/storage/bucket/bucket-check.ts';
import { setUpBuckets } from '../../../../src/core/storage/bucket/bucket-setup.ts';
import { requestCors } from '../../../../src/core/storage/bucket/bucket-cors.ts';
import { embeddedStore, openTestStore, type TestStore } from '../../../support/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.stop());

describe('the set-up of the buckets', () => {
  it('does what is missing, and nothing the second time', async () => {
    const fresh = await embeddedStore();

    const first = await setUpBuckets(fresh.settings);
    const second = await setUpBuckets(fresh.settings);

    expect(first.map(({ step, outcome }) => `${step} ${outcome}`)).toEqual([
      'create done',
      'access done',
      'cors done',
      'create done',
      'access kept',
      'cors done',
    ]);
    expect(second.map(({ outcome }) => outcome)).toEqual(Array(6).fill('kept'));
    await fresh.stop();
  });

  it('takes the public from a private bucket that was opened', async () => {
    const { settings, client } = store;
    const policy = await client.getBucketPolicy(settings.bucket);
    await client.setBucketPolicy(
      settings.privateBucket,
      policy.replaceAll(settings.bucket, settings.privateBucket),
    );
    expect(await checkBuckets(settings, new Date())).toMatchObject([{ code: 'private_readable' }]);

    await setUpBuckets(settings);

    expect(await checkBuckets(settings, new Date())).toEqual([]);
  });

  it('keeps the CORS rules that an operator wrote', async () => {
    const fresh = await embeddedStore();
    await setUpBuckets(fresh.settings);
    const { bucket } = fresh.settings;
    const own =
      '<CORSRule><AllowedOrigin>https://a.example</AllowedOrigin><AllowedMethod>GET</AllowedMethod></CORSRule>';
    await requestCors(fresh.settings, bucket, 'PUT', `<CORSConfiguration>${own}</CORSConfiguration>`);

    const steps = await setUpBuckets(fresh.settings);

    expect(steps.filter(({ outcome }) => outcome === 'done')).toMatchObject([{ bucket, step: 'cors' }]);
    const { text } = await requestCors(fresh.settings, bucket, 'GET');
    expect(text).toContain(own);
    expect(text).toContain('<AllowedMethod>PUT</AllowedMethod>');
    await fresh.stop();
  });

  it('touches nothing when both names lead to one bucket', async () => {
    const { settings, client } = store;
    const before = await client.getBucketPolicy(settings.bucket);

    for (const privateBucket of [settings.bucket, settings.bucket.toUpperCase()])
      await expect(setUpBuckets({ ...settings, privateBucket })).rejects.toThrow(
        `S3_BUCKET and S3_PRIVATE_BUCKET both name "${settings.bucket}". Nothing was changed.`,
      );

    expect(await client.getBucketPolicy(settings.bucket)).toBe(before);
  });

  it('tells what a store refuses, and goes on', async () => {
    const steps = await setUpBuckets({ ...store.settings, secretKey: 'not-the-secret' });

    expect(steps).toHaveLength(6);
    for (const { outcome, reason } of steps) {
      expect(outcome).toBe('refused');
      expect(reason).not.toBe('');
    }
  });
});
