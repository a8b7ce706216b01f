import type { RichtextTarget } from 'galley-client/richtext';
import { createElement, Fragment, type ReactNode } from 'react';

type Attributes = Readonly<Record<string, unknown>>;
type CreateNode = (attrs: object, children: ReactNode[], key: number) => ReactNode;

/** Creates elements with this tag. `pick` selects the attributes; without it there are none. */
function element(name: string, pick: (attrs: Attributes) => Attributes = () => ({})): CreateNode {
  return (attrs, children, key) => createElement(name, { ...pick(attrs as Attributes), key }, ...children);
}

/** React spells two attributes of cells in camel case. */
function cellAttributes({ colspan: colSpan, rowspan: rowSpan, scope }: Attributes): Attributes {
  return { colSpan, rowSpan, scope };
}

const codeBlock: CreateNode = (attrs, children, key) => {
  const { language } = attrs as { language?: string };
  const className = language === undefined ? undefined : `language-${language}`;
  return createElement('pre', { key }, createElement('code', { className }, ...children));
};

const image: CreateNode = (attrs, _children, key) => {
  const { src, alt, width, height, caption = '' } = attrs as Attributes & { caption?: string };
  const img = createElement('img', { key, src, alt, width, height, loading: 'lazy', decoding: 'async' });
  return caption === ''
    ? img
    : createElement('figure', { key }, img, createElement('figcaption', {}, caption));
};

/** Renders the same elements as the `html` of the API. To change some of them, spread it into your own target. */
export const reactTarget: RichtextTarget<ReactNode> = {
  text: (text) => text,
  fragment: (children, key) => createElement(Fragment, { key }, ...children),
  node: {
    paragraph: element('p'),
    heading: ({ level, id }, children, key) => createElement(`h${level}`, { id, key }, ...children),
    bulletList: element('ul'),
    orderedList: element('ol', ({ start }) => ({ start: start === 1 ? undefined : start })),
    listItem: element('li'),
    blockquote: element('blockquote'),
    callout: element('aside', ({ tone }) => ({ 'data-tone': tone })),
    codeBlock,
    horizontalRule: element('hr'),
    hardBreak: element('br'),
    image,
    table: element('table'),
    tableHead: element('thead'),
    tableBody: element('tbody'),
    tableRow: element('tr'),
    tableHeader: element('th', cellAttributes),
    tableCell: element('td', cellAttributes),
  },
  mark: {
    bold: element('strong'),
    italic: element('em'),
    underline: element('u'),
    strike: element('s'),
    subscript: element('sub'),
    superscript: element('sup'),
    code: element('code'),
    link: element('a', ({ href, title, rel }) => ({ href, title, rel })),
  },
};
