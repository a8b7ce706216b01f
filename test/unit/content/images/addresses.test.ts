import { describe, expect, it } from 'vitest';
import type { ImageService } from '../../../../src/contract/fields/images.ts';
import {
  type Crop,
  cropUrl,
  imgproxySignature,
  thumborSignature,
} from '../../../../src/content/media/images/image-services.ts';
import { imageServiceOf } from '../../../../src/core/settings/variables/image-service.ts';

const cut: Crop = {
  source: 'https://files.example.com/galley/prj/med/a hat.png'.replace(' ', '%20'),
  width: 640,
  height: 360,
  focal: { x: 0.25, y: 1 },
  original: { width: 1600, height: 1200 },
  expiresAt: null,
};
const key = '736563726574';
const salt = '68656C6C6F';
const signing = { key: Buffer.from(key, 'hex'), salt: Buffer.from(salt, 'hex') };

const url = 'https://img.example.com';
const made = (service: ImageService, more: Partial<Crop> = {}) => cropUrl(service, { ...cut, ...more });

describe('the signature of imgproxy', () => {
  it('is that of the example in its documentation', () => {
    const path = '/rs:fill:300:400:0/g:sm/aHR0cDovL2V4YW1w/bGUuY29tL2ltYWdl/cy9jdXJpb3NpdHku/anBn.png';

    expect(imgproxySignature(signing, path)).toBe('oKfUtW34Dvo2BGQehJFR4Nr0_rIjOtdtzJ3QFsUcXH8');
  });
});

describe('the signature of thumbor', () => {
  it('is that of the example for its libraries', () => {
    const path = '300x200/my.server.com/some/path/to/image.jpg';

    expect(thumborSignature('my-security-key', path)).toBe('8ammJH8D-7tXy6kU3lTvoXlhu4o=');
  });
});

describe('the address of one size', () => {
  it('is signed for imgproxy, with the focal point, and an end where the file has one', () => {
    const path = (end: string) =>
      `/rs:fill:640:360/g:fp:0.25:1${end}/${Buffer.from(cut.source).toString('base64url')}`;

    for (const [expiresAt, end] of [
      [null, ''],
      [new Date('2030-01-02T03:04:05.999Z'), '/exp:1893553445'],
    ] as const)
      expect(made({ kind: 'imgproxy', url, signing }, { expiresAt })).toBe(
        `${url}/${imgproxySignature(signing, path(end))}${path(end)}`,
      );
  });

  it('is said to be unsafe where imgproxy and thumbor have no key', () => {
    expect(made({ kind: 'imgproxy', url, signing: null })).toContain(`${url}/unsafe/rs:fill:640:360/`);
    expect(made({ kind: 'thumbor', url, key: null })).toContain(`${url}/unsafe/640x360/`);
  });

  it('is signed for thumbor, with the pixel that it is to keep', () => {
    const path = `640x360/filters:focal(400x1199:401x1200)/${encodeURIComponent(cut.source)}`;

    expect(made({ kind: 'thumbor', url, key: 'k' })).toBe(`${url}/${thumborSignature('k', path)}/${path}`);
  });

  it('has a gravity for Cloudflare', () => {
    expect(made({ kind: 'cloudflare', url })).toBe(
      `${url}/cdn-cgi/image/width=640,height=360,fit=cover,gravity=0.25x1,format=auto/${cut.source}`,
    );
  });

  it.each([
    [{ x: 0, y: 0 }, 'left%20top'],
    [{ x: 0.5, y: 0.1 }, 'top'],
    [{ x: 0.9, y: 0.2 }, 'right%20top'],
    [{ x: 0.3, y: 0.5 }, 'left'],
    [{ x: 0.4, y: 0.6 }, 'center'],
    [{ x: 0.7, y: 0.5 }, 'right'],
    [{ x: 0, y: 1 }, 'left%20bottom'],
    [{ x: 0.5, y: 0.7 }, 'bottom'],
    [{ x: 1, y: 1 }, 'right%20bottom'],
  ])('has the nearest of nine places for ipx: %o is %s', (focal, place) => {
    expect(made({ kind: 'ipx', url }, { focal })).toBe(
      `${url}/s_640x360,fit_cover,position_${place},enlarge,f_auto/${encodeURIComponent(cut.source)}`,
    );
  });

  it('has the values of a template in its places', () => {
    const template = 'https://img.example.com/{width}x{height}/{x},{y}/{encoded_url}?from={url}';

    expect(made({ kind: 'template', template }, { focal: { x: 1e-7, y: 0.123456 } })).toBe(
      `https://img.example.com/640x360/0,0.1235/${encodeURIComponent(cut.source)}?from=${cut.source}`,
    );
  });

  it('begins with what IMAGE_SERVICE_URL says, whatever slashes it ends with', () => {
    const service = imageServiceOf({ IMAGE_SERVICE: 'cloudflare', IMAGE_SERVICE_URL: `${url}/shop//` });

    expect(service).toEqual({ kind: 'cloudflare', url: `${url}/shop` });
  });
});
