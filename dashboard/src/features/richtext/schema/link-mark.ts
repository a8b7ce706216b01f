import { Mark, mergeAttributes } from '@tiptap/core';

/** Addresses that the service takes (specification: rich-text-vocabulary); browsers read `//` and `/\` as another host. */
const takenHref = /^(?:https?:\/\/[^\s/?#\\]|mailto:|tel:|\/(?![/\\])|#)\S*$/i;

export interface LinkAttributes {
  href: string | null;
  ref: { type: string; id: string } | null;
  title: string | null;
}

/** Whether a document may hold the address. */
export function isTakenHref(href: string): boolean {
  return takenHref.test(href) && href.length <= 2_048;
}

/** What a person typed as the address that they meant, or null: `example.org` is https, `a@b.c` a mail. */
export function meantHref(typed: string): string | null {
  const text = typed.trim();
  if (isTakenHref(text)) return text;
  const guess = /^[^\s@/:]+@[^\s@/:]+\.[a-z]{2,}$/i.test(text)
    ? `mailto:${text}`
    : /^[^\s/:?#]+\.[a-z]{2,}(?:[:/?#]\S*)?$/i.test(text)
      ? `https://${text}`
      : null;
  return guess !== null && isTakenHref(guess) ? guess : null;
}

/** A link to an address or to content of the project; never followed inside the editor. */
export const LinkMark = Mark.create({
  name: 'link',
  priority: 1_000,
  keepOnSplit: false,
  inclusive: false,
  addAttributes: () => ({
    href: {
      default: null,
      parseHTML: (element: HTMLElement) => {
        const href = element.getAttribute('href');
        return href !== null && isTakenHref(href) ? href : null;
      },
    },
    ref: {
      default: null,
      parseHTML: (element: HTMLElement) => refOf(element),
      renderHTML: ({ ref }: Record<string, unknown>) =>
        ref === null
          ? {}
          : { 'data-ref-type': (ref as { type: string }).type, 'data-ref-id': (ref as { id: string }).id },
    },
    title: { default: null },
  }),
  parseHTML: () => [
    {
      tag: 'a',
      getAttrs: (element) => {
        const href = element.getAttribute('href');
        return refOf(element) !== null || (href !== null && isTakenHref(href)) ? null : false;
      },
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['a', mergeAttributes(HTMLAttributes, { rel: 'nofollow noopener' }), 0],
});

function refOf(element: HTMLElement): LinkAttributes['ref'] {
  const type = element.getAttribute('data-ref-type');
  const id = element.getAttribute('data-ref-id');
  return type === null || id === null ? null : { type, id };
}
