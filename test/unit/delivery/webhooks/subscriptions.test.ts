import { describe, expect, it } from 'vitest';
import {
  checkPatterns,
  checkUrl,
  isSubscribed,
} from '../../../../src/delivery/webhooks/sending/subscriptions.ts';

describe('a subscription', () => {
  it.each([
    ['*', 'content.entry.published', true],
    ['*', 'release.deleted', true],
    ['content.*', 'content.entry.published', true],
    ['content.*', 'content.type.updated', true],
    ['content.entry.*', 'content.entry.deleted', true],
    ['content.entry.*', 'content.type.deleted', false],
    ['content.*', 'blog.article.published', false],
    ['kb.article.updated', 'kb.article.updated', true],
    ['kb.article.updated', 'kb.article.updated.more', false],
    ['kb.article.updated', 'kb.article.published', false],
  ])('%s to %s: %s', (pattern, event, expected) => {
    expect(isSubscribed([pattern], event)).toBe(expected);
  });

  it('names everything when it names nothing, and each pattern once', () => {
    expect(checkPatterns(undefined)).toEqual(['*']);
    expect(checkPatterns([])).toEqual(['*']);
    expect(checkPatterns(['blog.*', 'blog.*', 'kb.*'])).toEqual(['blog.*', 'kb.*']);
  });

  it.each(['content.entry.publish', 'contents.*', '', '**', 'content.', 'content.entry.*.x', 'CONTENT.*'])(
    'to %j is refused by name',
    (pattern) => {
      expect(() => checkPatterns(['blog.*', pattern])).toThrow(`"${pattern}" is not an event`);
    },
  );
});

describe('the address of an endpoint', () => {
  it.each([
    ['https://example.com/hook', 'https://example.com/hook'],
    ['HTTPS://Example.COM:443/a?b=c#d', 'https://example.com/a?b=c'],
    ['http://127.1:8080', 'http://127.0.0.1:8080/'],
  ])('%s is kept as %s', (text, kept) => {
    expect(checkUrl(text)).toBe(kept);
  });

  it.each([
    'example.com/hook',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://user:password@example.com/',
    'https://',
    '',
    `https://example.com/${'a'.repeat(2_050)}`,
  ])('%s is refused', (text) => {
    expect(() => checkUrl(text)).toThrow(/url/);
  });
});
