import { describe, expect, it } from 'vitest';
import { isDeadAnchor, unwrapRedirect } from '../src/features/richtext/paste/paste-links.ts';
import { looksLikeMarkdown } from '../src/features/richtext/paste/markdown.ts';
import { findUrlBefore, findMarkdownLinkBefore } from '../src/features/richtext/schema/typed-links.ts';

describe('an address that was typed', () => {
  it.each([
    ['see https://example.org/a', 'https://example.org/a', 21, 0],
    ['(www.example.org).', 'https://www.example.org', 17, 2],
    ['https://example.org/a_(b)', 'https://example.org/a_(b)', 25, 0],
  ])('%s', (text, href, from, to) => {
    expect(findUrlBefore(text)).toEqual({ href, from, to });
  });

  it.each(['', 'word', 'example.org', 'http://', 'https:// x', 'www. x', 'javascript:alert(1)', 'a//b'])(
    'is none in %j',
    (text) => {
      expect(findUrlBefore(text)).toBeNull();
    },
  );

  it('is read from [words](address), but not from an image’s', () => {
    expect(findMarkdownLinkBefore('See [the tide](example.org/t')).toEqual({
      words: 'the tide',
      href: 'https://example.org/t',
      length: 24,
    });
    expect(findMarkdownLinkBefore('![the tide](example.org/t')).toBeNull();
    expect(findMarkdownLinkBefore('[x](javascript:alert')).toBeNull();
  });
});

describe('a pasted link', () => {
  it.each([
    ['https://www.google.com/url?q=https://example.org/a?b%3Dc&sa=D', 'https://example.org/a?b=c'],
    ['https://google.de/url?url=https://example.org/', 'https://example.org/'],
    ['https://example.org/url?q=https://evil.example', 'https://example.org/url?q=https://evil.example'],
    ['/help', '/help'],
  ])('%s leads to %s', (href, expected) => {
    expect(unwrapRedirect(href)).toBe(expected);
  });

  it.each([
    ['#_ftn1', true],
    ['file:///C:/a.docx#_ftnref2', true],
    ['#_Toc123', true],
    ['#ftnt1', true],
    ['#chapter', false],
    ['https://example.org/#top', false],
  ])('%s is dead: %s', (href, expected) => {
    expect(isDeadAnchor(href)).toBe(expected);
  });
});

describe('a pasted text', () => {
  it.each([
    '# Tide',
    '- one\n- two',
    '1. one\n2. two',
    '```js\nlet a;\n```',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    'see [tide](https://example.org)',
    'some **bold** words',
    '> quoted',
  ])('%j is Markdown', (text) => {
    expect(looksLikeMarkdown(text)).toBe(true);
  });

  it.each(['plain words', '- one dash', '2 * 3 * 4', '#hashtag', '1. only one', 'a | b', 'x ** y'])(
    '%j is none',
    (text) => {
      expect(looksLikeMarkdown(text)).toBe(false);
    },
  );
});
