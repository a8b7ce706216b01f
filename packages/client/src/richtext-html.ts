import type { RichtextTarget } from './richtext-target.ts';

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML, good for attributes too. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

type Attributes = Readonly<Record<string, string | number | null | undefined>>;

/** `name` and the names of attributes are ours, never content; without children it is an element that holds nothing. */
function element(name: string, attributes: Attributes, children?: readonly string[]): string {
  let open = name;
  for (const [key, value] of Object.entries(attributes))
    if (value != null) open += ` ${key}="${escapeHtml(String(value))}"`;
  return children === undefined ? `<${open}>` : `<${open}>${children.join('')}</${name}>`;
}

const plain = (name: string) => (_attrs: object, children: string[]) => element(name, {}, children);

/** Makes the HTML that the service serves as `html`. Spread it into a target of your own to change a part of it. */
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
