import { mergeAttributes, Node } from '@tiptap/core';

/** An attribute of the service's schema; null if omitted, and then not stored. */
const attribute = (name: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => element.getAttribute(`data-${name}`),
  renderHTML: (attributes: Record<string, unknown>) => {
    const value = attributes[name];
    return typeof value === 'string' ? { [`data-${name}`]: value } : {};
  },
});

export const Callout = Node.create({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => ({ tone: { ...attribute('tone'), default: 'info' } }),
  parseHTML: () => [{ tag: 'aside[data-tone]' }],
  renderHTML: ({ HTMLAttributes }) => ['aside', mergeAttributes(HTMLAttributes), 0],
});

/** An image of the project, by id; the editor looks up its file. */
export const ImageNode = Node.create({
  name: 'image',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    media_id: { ...attribute('media_id'), isRequired: true },
    alt: attribute('alt'),
    caption: attribute('caption'),
  }),
  parseHTML: () => [{ tag: 'figure[data-media_id]' }],
  renderHTML: ({ HTMLAttributes }) => ['figure', mergeAttributes(HTMLAttributes)],
});
