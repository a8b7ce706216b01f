import { mergeAttributes, Node } from '@tiptap/core';

/** An attribute of the service's schema; null when it was not given, and then not stored. */
const attribute = (name: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => element.getAttribute(`data-${name}`),
  renderHTML: (attributes: Record<string, unknown>) => {
    const value = attributes[name];
    return typeof value === 'string' ? { [`data-${name}`]: value } : {};
  },
});

/** A note set apart from the text. */
export const Callout = Node.create({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => ({ tone: { ...attribute('tone'), default: 'info' } }),
  parseHTML: () => [{ tag: 'aside[data-tone]' }],
  renderHTML: ({ HTMLAttributes }) => ['aside', mergeAttributes(HTMLAttributes), 0],
});

/** A picture of the project, by its id; the screen resolves its file. */
export const Picture = Node.create({
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
