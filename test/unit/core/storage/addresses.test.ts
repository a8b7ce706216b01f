import { describe, expect, it } from 'vitest';
import { storageSettingsOf } from '../../../../src/core/settings/variables/storage.ts';
import { readConfig } from '../../../../src/core/settings/config.ts';
import { createStorage } from '../../../../src/core/storage/storage.ts';

const variables = {
  MONGODB_URI: 'mongodb://127.0.0.1:27017',
  BASE_URL: 'http://galley.test',
  S3_BUCKET: 'media',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'secret',
  S3_REGION: 'eu-west-1',
  APP_SECRET: 'a secret that is only for tests, 32+ bytes',
};

describe('signed addresses', () => {
  it.each([
    ['http://minio:9000', 'http://minio:9000'],
    ['https://files.example.com', 'https://files.example.com'],
    ['http://[::1]:9000', 'http://[::1]:9000'],
    ['https://s3.eu-west-1.amazonaws.com', 'https://s3.eu-west-1.amazonaws.com'],
    ['https://s3.amazonaws.com', 'https://s3.eu-west-1.amazonaws.com'],
  ])('of a store at %s have the bucket in the path, for uploads and downloads', async (endpoint, origin) => {
    const storage = createStorage(storageSettingsOf(readConfig({ ...variables, S3_ENDPOINT: endpoint })));
    const file = { key: 'prj_1/med_1/a.png', private: true, now: new Date() };

    const upload = storage.presignUpload({ ...file, contentType: 'image/png', sizeBytes: 1 });
    const download = await storage.presignDownload(file);

    for (const { url } of [upload, download])
      expect(url.split('?')[0]).toBe(`${origin}/media-private/prj_1/med_1/a.png`);
  });
});
