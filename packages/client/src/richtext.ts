import type { RichtextMark, RichtextNode } from './richtext-forms.ts';
import { htmlTarget } from './richtext-html.ts';
import type { RichtextTarget } from './richtext-target.ts';
import { type RenderedRichtext, type RichtextOptions, RichtextWalk } from './richtext-walk.ts';

export { escapeHtml, htmlTarget } from './richtext-html.ts';
export type { RichtextLinks } from './richtext-links.ts';
export type { RichtextMarkAttributes, RichtextNodeAttributes, RichtextTarget } from './richtext-target.ts';
export type { RenderedRichtext, RichtextOptions } from './richtext-walk.ts';

type Thing = RichtextNode | RichtextMark;

/**
 * What a site makes of nodes and marks in its own way, by their names; the others become what `html` has of them.
 * `inside` is the HTML of what the node or mark holds. What is answered is put into the page as it is: texts that did
 * not come in `inside` go through `escapeHtml`.
 */
export type RichtextHandlers = {
  readonly [T in Thing['type']]?: (thing: Extract<Thing, { type: T }>, inside: string) => string;
};

/**
 * Renders a rich text value: as things of a target (elements of a framework, nodes of a page), or as HTML in the way of
 * its `html`, but where a handler says otherwise. Nodes and marks that are not known leave what they hold, links that
 * lead nowhere their text.
 */
export function renderRichtext<T>(
  value: RenderedRichtext,
  target: RichtextTarget<T>,
  options?: RichtextOptions,
): T;
export function renderRichtext(
  value: RenderedRichtext,
  handlers?: RichtextHandlers,
  options?: RichtextOptions,
): string;
export function renderRichtext<T>(
  { json, toc }: RenderedRichtext,
  by: RichtextTarget<T> | RichtextHandlers = {},
  options: RichtextOptions = {},
): T | string {
  if ('fragment' in by) return new RichtextWalk(by, toc, options).document(json.content);
  return new RichtextWalk(withHandlers(by), toc, options).document(json.content);
}

type Handler = (thing: object, inside: string) => string;

/** Handlers take the place of what `html` has. */
function withHandlers(handlers: RichtextHandlers): RichtextTarget<string> {
  const own: Record<string, unknown> = {};
  for (const [name, handler] of Object.entries(handlers as Readonly<Record<string, Handler>>))
    own[name] = (_attrs: object, children: string[], _key: number, served: object) =>
      handler(served, children.join(''));
  const { text } = handlers;
  return {
    ...htmlTarget,
    node: { ...htmlTarget.node, ...own },
    mark: { ...htmlTarget.mark, ...own },
    ...(text !== undefined && { text: (_words, _key, served) => text(served, '') }),
  };
}
