import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { doc, documents, link, node, paragraph, text } from '../../../test/support/richtext/documents.ts';
import { htmlTarget, renderRichtext, type RichtextTarget } from '../src/richtext.ts';
import { served, withoutSlugs } from './served-richtext.ts';

type ReactNode = object | string;
type CreateElement = (type: unknown, attrs: object, ...children: ReactNode[]) => ReactNode;

/** By names that the compiler does not follow: React's types would give all tests other ones of the page. */
const [react, server]: string[] = ['react', 'react-dom/server'];
const { createElement, Fragment } = (await import(String(react))) as {
  createElement: CreateElement;
  Fragment: unknown;
};
const { renderToStaticMarkup } = (await import(String(server))) as {
  renderToStaticMarkup: (node: ReactNode) => string;
};

/** React's elements for everything: what HTML has no attribute of in React's words is named here. */
function element(name: string, attrs: object, children: ReactNode[], key: number): ReactNode {
  const { colspan: colSpan, rowspan: rowSpan, ...others } = attrs as Record<string, unknown>;
  return createElement(name, { colSpan, rowSpan, ...others, key }, ...children);
}
const as =
  (name: string, pick: (attrs: Record<string, unknown>) => object = () => ({})) =>
  (attrs: object, children: ReactNode[], key: number) =>
    element(name, pick(attrs as Record<string, unknown>), children, key);

const reactTarget: RichtextTarget<ReactNode> = {
  text: (words) => words,
  fragment: (children, key) => createElement(Fragment, { key }, ...children),
  node: {
    ...{ paragraph: as('p'), bulletList: as('ul'), listItem: as('li'), blockquote: as('blockquote') },
    heading: ({ level, id }, children, key) => element(`h${level}`, { id }, children, key),
    orderedList: as('ol', ({ start }) => ({ start: start === 1 ? undefined : start })),
    callout: as('aside', ({ tone }) => ({ 'data-tone': tone })),
    codeBlock: ({ language }, children, key) =>
      createElement(
        'pre',
        { key },
        createElement('code', { className: language && `language-${language}` }, ...children),
      ),
    ...{ horizontalRule: as('hr'), hardBreak: as('br') },
    image: ({ src, alt, width, height, caption }, _children, key) => {
      const image = createElement('img', { src, alt, width, height, key });
      if (caption === undefined || caption === '') return image;
      return createElement('figure', { key }, image, createElement('figcaption', {}, caption));
    },
    ...{ table: as('table'), tableHead: as('thead'), tableBody: as('tbody'), tableRow: as('tr') },
    ...{ tableHeader: as('th', (attrs) => attrs), tableCell: as('td', (attrs) => attrs) },
  },
  mark: {
    ...{ bold: as('strong'), italic: as('em'), underline: as('u'), strike: as('s') },
    ...{ subscript: as('sub'), superscript: as('sup'), code: as('code') },
    link: ({ href, title, rel, ref }, children, key) =>
      element('a', { href, title, rel, 'data-ref': ref?.id, 'data-type': ref?.type }, children, key),
  },
};

/** React writes other entities and attributes, closes empty elements, and puts hints for pictures in front. */
function normal(html: string): string {
  return html
    .replaceAll('&#x27;', '&#39;')
    .replace(/<(img|br|hr)([^>]*?)\/>/g, '<$1$2>')
    .replace(/ (colSpan|rowSpan)=/g, (name) => name.toLowerCase())
    .replace(/<link rel="preload"[^>]*>/g, '');
}

describe('renderRichtext with a target', () => {
  it('makes of any document the html that the service serves, by htmlTarget', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const value = served(document);
        expect(renderRichtext(value, htmlTarget)).toBe(withoutSlugs(value.html));
      }),
      { numRuns: 300 },
    );
  });

  it('makes elements of React that show the same page, of forty documents', () => {
    for (const document of fc.sample(documents, { numRuns: 40, seed: 1 })) {
      const value = served(document);
      const html = renderToStaticMarkup(renderRichtext(value, reactTarget));
      expect(normal(html)).toBe(withoutSlugs(value.html));
    }
  });

  it('gives each neighbor another key', () => {
    const keys: number[] = [];
    const target: RichtextTarget<string> = {
      ...htmlTarget,
      node: { paragraph: (_attrs, children, key) => (keys.push(key), children.join('')) },
    };
    renderRichtext(served(doc(paragraph(text('a')), paragraph(text('b')), paragraph(text('c')))), target);

    expect(keys).toEqual([0, 1, 2]);
  });
});

describe('the links of a site', () => {
  const to = (type: string, url: string | null, id = 'ent_1') => ({
    json: { content: [paragraph(text('there', { type: 'link', attrs: { ref: { type, id }, url } }))] },
  });
  const links = {
    blog_article: '/blog/{slug}',
    author: null,
    entry: { page: '/p/{id}', draft: null },
  };
  const rendered = (value: object) =>
    renderRichtext(value as Parameters<typeof renderRichtext>[0], htmlTarget, { links });

  it('are filled in with slug and id, by the type of entries too', () => {
    expect(rendered(to('blog_article', '/v1/blog/articles/light-wind', 'art_1'))).toContain(
      'href="/blog/light-wind"',
    );
    expect(rendered(to('entry', '/v1/content/page/ent_1'))).toContain('href="/p/ent_1"');
  });

  it('leave the text alone where the site has no page, or readers see no target', () => {
    for (const value of [
      to('author', '/v1/authors/nell', 'aut_1'),
      to('entry', '/v1/content/draft/ent_1'),
      to('blog_article', null),
    ])
      expect(rendered(value)).toBe('<p>there</p>');
  });

  it('keep the address of the service for what is not named', () => {
    expect(rendered(to('kb_article', '/v1/kb/articles/knots', 'kba_1'))).toContain(
      'href="/v1/kb/articles/knots"',
    );
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', ' javascript:alert(1)', 'vbscript:x'])(
    'never lead to %j, also when the service let it pass',
    (href) => {
      const json = { content: [paragraph(text('there', link({ href })))] };
      expect(rendered({ json })).toBe('<p>there</p>');
    },
  );
});

describe('what a target does not know', () => {
  it('leaves what it holds, and is named once', () => {
    const told = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const glow = { type: 'glow' };
    const spoiler = {
      type: 'spoiler',
      content: [paragraph(text('Who', glow)), paragraph(text('did it', glow))],
    };
    const value = { json: { content: [spoiler, spoiler] } } as unknown as Parameters<
      typeof renderRichtext
    >[0];

    expect(renderRichtext(value, htmlTarget)).toBe('<p>Who</p><p>did it</p>'.repeat(2));
    expect(told.mock.calls.flat().map((line) => /"(\w+)"/.exec(String(line))?.[1])).toEqual([
      'glow',
      'spoiler',
    ]);
    told.mockRestore();
  });

  it('is given to who asks for it', () => {
    const unknown: string[] = [];
    const value = served(doc(node('horizontalRule')));
    const target = { ...htmlTarget, node: {} };

    expect(renderRichtext(value, target, { onUnknown: (type) => unknown.push(type) })).toBe('');
    expect(unknown).toEqual(['horizontalRule']);
  });
});
