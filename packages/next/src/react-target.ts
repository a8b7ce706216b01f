import type { RichtextTarget } from 'galley-client/richtext';
import { createElement, Fragment, type ReactNode } from 'react';

type Attributes = Readonly<Record<string, unknown>>;
type Make = (attrs: object, children: ReactNode[], key: number) => ReactNode;

/** An element with what `pick` takes of the attributes. */
function as(name: string, pick: (attrs: Attributes) => Attributes = () => ({})): Make {
  return (attrs, children, key) => createElement(name, { ...pick(attrs as Attributes), key }, ...children);
}

/** React has words of its own for two attributes. */
function cell({ colspan: colSpan, rowspan: rowSpan, scope }: Attributes): Attributes {
  return { colSpan, rowSpan, scope };
}

const codeBlock: Make = (attrs, children, key) => {
  const { language } = attrs as { language?: string };
  const className = language === undefined ? undefined : `language-${language}`;
  return createElement('pre', { key }, createElement('code', { className }, ...children));
};

const picture: Make = (attrs, _children, key) => {
  const { src, alt, width, height, caption = '' } = attrs as Attributes & { caption?: string };
  const image = createElement('img', { key, src, alt, width, height, loading: 'lazy', decoding: 'async' });
  return caption === ''
    ? image
    : createElement('figure', { key }, image, createElement('figcaption', {}, caption));
};

/** The elements of the service's `html`, as those of React. Spread it into a target of your own to change a part. */
export const reactTarget: RichtextTarget<ReactNode> = {
  text: (words) => words,
  fragment: (children, key) => createElement(Fragment, { key }, ...children),
  node: {
    paragraph: as('p'),
    heading: ({ level, id }, children, key) => createElement(`h${level}`, { id, key }, ...children),
    bulletList: as('ul'),
    orderedList: as('ol', ({ start }) => ({ start: start === 1 ? undefined : start })),
    listItem: as('li'),
    blockquote: as('blockquote'),
    callout: as('aside', ({ tone }) => ({ 'data-tone': tone })),
    codeBlock,
    horizontalRule: as('hr'),
    hardBreak: as('br'),
    image: picture,
    table: as('table'),
    tableHead: as('thead'),
    tableBody: as('tbody'),
    tableRow: as('tr'),
    tableHeader: as('th', cell),
    tableCell: as('td', cell),
  },
  mark: {
    bold: as('strong'),
    italic: as('em'),
    underline: as('u'),
    strike: as('s'),
    subscript: as('sub'),
    superscript: as('sup'),
    code: as('code'),
    link: as('a', ({ href, title, rel }) => ({ href, title, rel })),
  },
};
