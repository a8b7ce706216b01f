import type { RichtextTarget } from './target.ts';

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML content and attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

type Attributes = Readonly<Record<string, string | number | null | undefined>>;

/** Returns an element; a void element without `children`. `name` and attribute names must not come from content. */
function element(name: string, attributes: Attributes, children?: readonly string[]): string {
  let open = name;
  for (const [key, value] of Object.entries(attributes))
    if (value != null) open += ` ${key}="${escapeHtml(String(value))}"`;
  return children === undefined ? `<${open}>` : `<${open}>${children.join('')}</${name}>`;
}

const plain = (name: string) => (_attrs: object, children: string[]) => element(name, {}, children);

/** Renders the same HTML as `html` in reads. Spread it into your own target to change parts of it. */
export const htmlTarget: RichtextTarget<string> = {
  text: escapeHtml,
  fragment: (children) => children.join(''),
  node: {
    paragraph: plain('p'),
    heading: ({ level, id }, children) => element(`h${level}`, { id }, children),
    bulletList: plain('ul'),
    orderedList: ({ start }, children) => element('ol', { start: start === 1 ? null : start }, children),
    listItem: plain('li'),
    blockquote: plain('blockquote'),
    callout: ({ tone }, children) => element('aside', { 'data-tone': tone }, children),
    codeBlock: ({ language }, children) => {
      const name = language === undefined ? null : `language-${language}`;
      return element('pre', {}, [element('code', { class: name }, children)]);
    },
    horizontalRule: () => '<hr>',
    hardBreak: () => '<br>',
    image({ src, alt, width, height, caption }) {
      const image = element('img', { src, alt, width, height });
      if (caption === undefined || caption === '') return image;
      return element('figure', {}, [image, element('figcaption', {}, [escapeHtml(caption)])]);
    },
    table: plain('table'),
    tableHead: plain('thead'),
    tableBody: plain('tbody'),
    tableRow: plain('tr'),
    tableHeader: ({ colspan, rowspan, scope }, children) =>
      element('th', { colspan, rowspan, scope }, children),
    tableCell: ({ colspan, rowspan }, children) => element('td', { colspan, rowspan }, children),
  },
  mark: {
    bold: plain('strong'),
    italic: plain('em'),
    underline: plain('u'),
    strike: plain('s'),
    subscript: plain('sub'),
    superscript: plain('sup'),
    code: plain('code'),
    link: ({ href, title, rel, ref }, children) =>
      element('a', { href, title, rel, 'data-ref': ref?.id, 'data-type': ref?.type }, children),
  },
};
