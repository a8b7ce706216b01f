import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { served, withoutSlugs } from '../../client/test/served-richtext.ts';
import { doc, documents, paragraph, text } from '../../../test/support/richtext/documents.ts';

type Component = (props: object) => object | string | null;

/** Imported by variables, because static imports would add React's types to all tests and change types of the page. */
const [componentsPath, server]: string[] = ['../src/components.ts', 'react-dom/server'];
const { RichText, Image } = (await import(String(componentsPath))) as {
  RichText: Component;
  Image: Component;
};
const { renderToStaticMarkup } = (await import(String(server))) as {
  renderToStaticMarkup: (node: unknown) => string;
};

/** Removes differences of React's output: entities, closed empty elements and preload hints for images. */
function normalize(html: string): string {
  return html
    .replaceAll('&#x27;', '&#39;')
    .replace(/<(img|br|hr)([^>]*?)\/>/g, '<$1$2>')
    .replace(/ (colSpan|rowSpan)=/g, (name) => name.toLowerCase())
    .replace(/ (loading|decoding)="[a-z]*"/g, '')
    .replace(/<link rel="preload"[^>]*>/g, '');
}

describe('RichText', () => {
  it('renders the same HTML as the service for forty documents', () => {
    for (const document of fc.sample(documents, { numRuns: 40, seed: 2 })) {
      const value = served(document);
      const html = withoutSlugs(value.html).replace(/ data-(?:ref|type)="[^"]*"/g, '');
      expect(normalize(renderToStaticMarkup(RichText({ value })))).toBe(html);
    }
  });

  it('uses elements of the site, and renders nothing for null', () => {
    const value = served(doc(paragraph(text('a'))));
    const nodes = { paragraph: (_attrs: object, children: string[]) => `(${children.join('')})` };

    expect(renderToStaticMarkup(RichText({ value, nodes }))).toBe('(a)');
    expect(RichText({ value: null })).toBeNull();
  });
});

describe('Image', () => {
  const image = { id: 'med_1', url: 'http://b.test/a.png', alt: 'A kite', width: 640, height: 480 };

  it('has dimensions and responsive sizes', () => {
    const srcset = [{ width: 320, height: 240, url: 'http://b.test/320.png' }];
    expect(renderToStaticMarkup(Image({ image, loading: 'lazy' }))).toBe(
      '<img src="http://b.test/a.png" width="640" height="480" alt="A kite" loading="lazy" decoding="async"/>',
    );
    expect(renderToStaticMarkup(Image({ image: { ...image, srcset }, sizes: '50vw' }))).toContain(
      'sizes="50vw" width="320" height="240"',
    );
  });

  it('renders nothing if the file was deleted', () => {
    expect(Image({ image: { ...image, url: null } })).toBeNull();
  });
});
