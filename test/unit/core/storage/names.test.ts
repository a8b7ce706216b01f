import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInertContent } from '../../../../src/core/storage/inert-content.ts';
import { objectKey } from '../../../../src/core/storage/object-key.ts';

describe('object keys', () => {
  it.each([
    ['cover.png', 'cover.png'],
    ['Größe & Maß (2).PNG', 'Gro-e-Ma-2.PNG'],
    ['Äpfel à la crème.jpg', 'Apfel-a-la-creme.jpg'],
    ['../../etc/passwd', 'etc-passwd'],
    ['.htaccess', 'htaccess'],
    ['archive.tar.gz', 'archive.tar.gz'],
    ['a..b', 'a.b'],
    ['say "cheese".png', 'say-cheese.png'],
    ['写真.jpg', 'jpg'],
    ['写真', 'file'],
    ['a?b#c%20d.svg', 'a-b-c-20d.svg'],
    ['-.-', 'file'],
  ])('keep %j as %j', (fileName, expected) => {
    expect(objectKey('prj_1', 'med_1', fileName)).toBe(`prj_1/med_1/${expected}`);
  });

  it('keep the extension of a name that is cut', () => {
    const key = objectKey('p', 'm', `${'x'.repeat(250)}.webp`);

    expect(key).toBe(`p/m/${'x'.repeat(95)}.webp`);
  });

  it('are plain signs whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 255 }), (fileName) => {
        expect(objectKey('p', 'm', fileName)).toMatch(/^p\/m\/(?!\.)[A-Za-z0-9._-]{1,100}$/);
      }),
    );
  });
});

describe('content that could act in the name of its address', () => {
  it.each([
    'text/html',
    'TEXT/HTML',
    'application/xhtml+xml',
    'image/svg+xml',
    'image/svg',
    'image/anything+xml',
    'text/xml',
    'application/xml',
    'application/rss+xml',
    'application/xslt+xml',
    'text/xsl',
    'text/javascript',
    'application/javascript',
    'application/x-javascript',
    'text/javascript1.5',
    'application/ecmascript',
    'text/vbscript',
    'application/wasm',
    'multipart/x-mixed-replace',
    'message/rfc822',
    'application/unknown',
    'unknown/unknown',
    'application/x-of-tomorrow',
    'text/of-tomorrow',
    'x/y',
  ])('may be %s', (type) => {
    expect(isInertContent(type)).toBe(false);
  });

  it.each([
    'image/png',
    'IMAGE/PNG',
    'image/webp',
    'image/avif',
    'image/vnd.microsoft.icon',
    'text/plain',
    'text/csv',
    'application/json',
    'application/pdf',
    'application/zip',
    'video/mp4',
    'audio/mpeg',
    'font/woff2',
    'application/octet-stream',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.oasis.opendocument.text',
    'application/vnd.ms-excel',
  ])('is never %s', (type) => {
    expect(isInertContent(type)).toBe(true);
  });
});
