import { Mark, mergeAttributes } from '@tiptap/core';

/** URLs that the service accepts (specification: rich-text-vocabulary); browsers read `//` and `/\` as another host. */
const hrefPattern = /^(?:https?:\/\/[^\s/?#\\]|mailto:|tel:|\/(?![/\\])|#)\S*$/i;

export interface LinkAttributes {
  href: string | null;
  ref: { type: string; id: string } | null;
  title: string | null;
}

/** Whether a document can contain the URL. */
export function isValidHref(href: string): boolean {
  return hrefPattern.test(href) && href.length <= 2_048;
}

/** Completes typed text to a URL, or returns null: `example.org` gets `https://`, `a@b.c` gets `mailto:`. */
export function toHref(input: string): string | null {
  const text = input.trim();
  if (isValidHref(text)) return text;
  const completed = /^[^\s@/:]+@[^\s@/:]+\.[a-z]{2,}$/i.test(text)
    ? `mailto:${text}`
    : /^[^\s/:?#]+\.[a-z]{2,}(?:[:/?#]\S*)?$/i.test(text)
      ? `https://${text}`
      : null;
  return completed !== null && isValidHref(completed) ? completed : null;
}

/** A link to a URL or to content of the project; clicks in the editor don't follow it. */
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
        return href !== null && isValidHref(href) ? href : null;
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
        return refOf(element) !== null || (href !== null && isValidHref(href)) ? null : false;
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
