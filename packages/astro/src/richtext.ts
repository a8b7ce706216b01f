import type { RichtextTarget } from 'galley-client/richtext';

/** A part of a text: words, or an element with what it holds. A name that begins with a capital is a component's. */
export type Part = string | { tag: string | null; name: string; props: Props; children: Part[] };

export type Props = Readonly<Record<string, unknown>>;

type Attributes = Readonly<Record<string, string | number | null | undefined>>;

/** An element; its `name` is that of the node or mark, under which a site may set a component in its place. */
function part(name: string, tag: string | null, attributes: Attributes, children: Part[]): Part {
  const set = Object.entries(attributes).filter(([, value]) => value != null);
  return { name, tag, props: Object.fromEntries(set), children };
}

const plain = (name: string, tag: string) => (_attrs: object, children: Part[]) =>
  part(name, tag, {}, children);

/** Makes parts that `RichText.astro` renders: no string of HTML is put into the page. */
export const astroTarget: RichtextTarget<Part> = {
  text: (text) => text,
  fragment: (children) => part('fragment', null, {}, children),
  node: {
    paragraph: plain('paragraph', 'p'),
    heading: ({ level, id }, children) => part('heading', `h${level}`, { id }, children),
    bulletList: plain('bulletList', 'ul'),
    orderedList: ({ start }, children) =>
      part('orderedList', 'ol', { start: start === 1 ? null : start }, children),
    listItem: plain('listItem', 'li'),
    blockquote: plain('blockquote', 'blockquote'),
    callout: ({ tone }, children) => part('callout', 'aside', { 'data-tone': tone }, children),
    codeBlock({ language }, children) {
      const name = language === undefined ? null : `language-${language}`;
      return part('codeBlock', 'pre', { tabindex: 0 }, [part('codeText', 'code', { class: name }, children)]);
    },
    horizontalRule: () => part('horizontalRule', 'hr', {}, []),
    hardBreak: () => part('hardBreak', 'br', {}, []),
    image({ src, alt, width, height, caption }) {
      const image = part('image', 'img', { src, alt, width, height, loading: 'lazy' }, []);
      if (caption === undefined || caption === '') return image;
      return part('figure', 'figure', {}, [image, part('caption', 'figcaption', {}, [caption])]);
    },
    table: plain('table', 'table'),
    tableHead: plain('tableHead', 'thead'),
    tableBody: plain('tableBody', 'tbody'),
    tableRow: plain('tableRow', 'tr'),
    tableHeader: ({ colspan, rowspan, scope }, children) =>
      part('tableHeader', 'th', { colspan, rowspan, scope }, children),
    tableCell: ({ colspan, rowspan }, children) => part('tableCell', 'td', { colspan, rowspan }, children),
  },
  mark: {
    bold: plain('bold', 'strong'),
    italic: plain('italic', 'em'),
    underline: plain('underline', 'u'),
    strike: plain('strike', 's'),
    subscript: plain('subscript', 'sub'),
    superscript: plain('superscript', 'sup'),
    code: plain('code', 'code'),
    link: ({ href, title, rel }, children) => part('link', 'a', { href, title, rel }, children),
  },
};
