import { describe, expect, it } from 'vitest';
import { readConfig, type Variables } from '../../../../src/core/settings/config.ts';
import { imageServiceOf } from '../../../../src/core/settings/variables/image-service.ts';

const needed: Variables = {
  MONGODB_URI: 'mongodb://localhost/?replicaSet=rs0',
  S3_ENDPOINT: 'http://localhost:9000',
  S3_BUCKET: 'media',
  S3_ACCESS_KEY: 'a',
  S3_SECRET_KEY: 'b',
  APP_SECRET: 'x'.repeat(32),
  BASE_URL: 'http://localhost:3000',
};
const read = (more: Variables) => imageServiceOf(readConfig({ ...needed, ...more }));
const url = { IMAGE_SERVICE_URL: 'https://img.example.com' };

describe('the variables of the image service', () => {
  it('are off where nothing is set', () => {
    expect(read({})).toBeNull();
  });

  it.each<[string, Variables, unknown]>([
    [
      'imgproxy',
      { ...url, IMAGE_SERVICE_KEY: 'ab', IMAGE_SERVICE_SALT: 'CD' },
      { signing: { key: Buffer.from('ab', 'hex') } },
    ],
    ['imgproxy', url, { signing: null }],
    ['thumbor', { ...url, IMAGE_SERVICE_KEY: 'any words' }, { key: 'any words' }],
    ['thumbor', url, { key: null }],
    ['cloudflare', url, {}],
    ['ipx', url, {}],
  ])('name %s', (kind, more, found) => {
    expect(read({ IMAGE_SERVICE: kind, ...more })).toMatchObject({
      kind,
      url: url.IMAGE_SERVICE_URL,
      ...(found as object),
    });
  });

  it('name any other service by a template', () => {
    const template = 'https://img.example.com/{width}/{encoded_url}';

    expect(read({ IMAGE_SERVICE: template })).toEqual({ kind: 'template', template });
  });

  it.each<[string, Variables]>([
    ['IMAGE_SERVICE must be imgproxy, thumbor', { IMAGE_SERVICE: 'imgix' }],
    [
      'IMAGE_SERVICE must have the place {url} or {encoded_url}',
      { IMAGE_SERVICE: 'https://a.example/{width}' },
    ],
    ['IMAGE_SERVICE must have the place {width}', { IMAGE_SERVICE: 'https://a.example/{url}' }],
    ['IMAGE_SERVICE has the place {w}, which there is not', { IMAGE_SERVICE: 'https://a.example/{w}/{url}' }],
    ['IMAGE_SERVICE has a brace that is no part', { IMAGE_SERVICE: 'https://a.example/{width}/{url}}' }],
    ['IMAGE_SERVICE_URL must be left out', { IMAGE_SERVICE: 'https://a.example/{width}/{url}', ...url }],
    ['IMAGE_SERVICE_URL is missing: the address at which ipx answers', { IMAGE_SERVICE: 'ipx' }],
    ['IMAGE_SERVICE_URL needs IMAGE_SERVICE beside it', url],
    [
      'IMAGE_SERVICE_URL must have neither a user',
      { IMAGE_SERVICE: 'ipx', IMAGE_SERVICE_URL: 'https://a:b@img.example.com' },
    ],
    ['IMAGE_SERVICE_SALT is missing', { IMAGE_SERVICE: 'imgproxy', ...url, IMAGE_SERVICE_KEY: 'ab' }],
    ['IMAGE_SERVICE_KEY is missing', { IMAGE_SERVICE: 'imgproxy', ...url, IMAGE_SERVICE_SALT: 'ab' }],
    [
      'IMAGE_SERVICE_KEY must be in hexadecimal',
      { IMAGE_SERVICE: 'imgproxy', ...url, IMAGE_SERVICE_KEY: 'abc', IMAGE_SERVICE_SALT: 'ab' },
    ],
    [
      'IMAGE_SERVICE_KEY must be left out: cloudflare has none',
      { IMAGE_SERVICE: 'cloudflare', ...url, IMAGE_SERVICE_KEY: 'ab' },
    ],
    [
      'IMAGE_SERVICE_SALT must be left out: thumbor has none',
      { IMAGE_SERVICE: 'thumbor', ...url, IMAGE_SERVICE_SALT: 'ab' },
    ],
  ])('are refused with words: %s', (words, more) => {
    expect(() => read(more)).toThrow(words);
  });

  it('tell no secret in a refusal', () => {
    const more = {
      IMAGE_SERVICE: 'imgproxy',
      ...url,
      IMAGE_SERVICE_KEY: 'hush-hush',
      IMAGE_SERVICE_SALT: 'ab',
    };

    expect(() => read(more)).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('hush-hush') }),
    );
  });
});
