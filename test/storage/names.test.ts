import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isActiveContent } from '../../src/platform/storage/active-content.ts';
import { objectKey } from '../../src/platform/storage/object-key.ts';

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

describe('content that a browser could run', () => {
  it.each([
    'text/html',
    'TEXT/HTML',
    'application/xhtml+xml',
    'image/svg+xml',
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
  ])('is %s', (type) => {
    expect(isActiveContent(type)).toBe(true);
  });

  it.each([
    'image/png',
    'image/webp',
    'text/plain',
    'text/csv',
    'application/json',
    'application/pdf',
    'video/mp4',
    'application/octet-stream',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ])('is not %s', (type) => {
    expect(isActiveContent(type)).toBe(false);
  });
});
