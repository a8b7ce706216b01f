import type { RichtextTarget } from 'galley-client/richtext';

/** A part of a rich text: a string, or an element with its children. A null `tag` renders only the children. */
export type Part = string | { tag: string | null; name: string; props: Props; children: Part[] };

export type Props = Readonly<Record<string, unknown>>;

type Attributes = Readonly<Record<string, string | number | null | undefined>>;

/** An element without its null attributes. `name` is the node or mark, which a site can replace by a component. */
function part(name: string, tag: string | null, attributes: Attributes, children: Part[]): Part {
  const entries = Object.entries(attributes).filter(([, value]) => value != null);
  return { name, tag, props: Object.fromEntries(entries), children };
}

const element = (name: string, tag: string) => (_attrs: object, children: Part[]) =>
  part(name, tag, {}, children);

/** Renders rich text to parts for `RichText.astro`, which never inserts a string of HTML. */
export const astroTarget: RichtextTarget<Part> = {
  text: (text) => text,
  fragment: (children) => part('fragment', null, {}, children),
  node: {
    paragraph: element('paragraph', 'p'),
    heading: ({ level, id }, children) => part('heading', `h${level}`, { id }, children),
    bulletList: element('bulletList', 'ul'),
    orderedList: ({ start }, children) =>
      part('orderedList', 'ol', { start: start === 1 ? null : start }, children),
    listItem: element('listItem', 'li'),
    blockquote: element('blockquote', 'blockquote'),
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
    table: element('table', 'table'),
    tableHead: element('tableHead', 'thead'),
    tableBody: element('tableBody', 'tbody'),
    tableRow: element('tableRow', 'tr'),
    tableHeader: ({ colspan, rowspan, scope }, children) =>
      part('tableHeader', 'th', { colspan, rowspan, scope }, children),
    tableCell: ({ colspan, rowspan }, children) => part('tableCell', 'td', { colspan, rowspan }, children),
  },
  mark: {
    bold: element('bold', 'strong'),
    italic: element('italic', 'em'),
    underline: element('underline', 'u'),
    strike: element('strike', 's'),
    subscript: element('subscript', 'sub'),
    superscript: element('superscript', 'sup'),
    code: element('code', 'code'),
    link: ({ href, title, rel }, children) => part('link', 'a', { href, title, rel }, children),
  },
};
