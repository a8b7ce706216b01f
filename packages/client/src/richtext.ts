import type { RichtextMark, RichtextNode } from './types/richtext-forms.ts';
import { htmlTarget } from './rendering/html.ts';
import type { RichtextTarget } from './rendering/target.ts';
import { type RenderedRichtext, type RichtextOptions, RichtextWalk } from './rendering/walk.ts';

export { escapeHtml, htmlTarget } from './rendering/html.ts';
export type { RichtextLinks } from './rendering/links.ts';
export type { RichtextMarkAttributes, RichtextNodeAttributes, RichtextTarget } from './rendering/target.ts';
export type { RenderedRichtext, RichtextOptions } from './rendering/walk.ts';

type Thing = RichtextNode | RichtextMark;

/**
 * Functions that replace the default HTML of nodes and marks, by name. `inside` is the HTML of the children. The result
 * is inserted without escaping, so pass other texts through `escapeHtml`.
 */
export type RichtextHandlers = {
  readonly [T in Thing['type']]?: (thing: Extract<Thing, { type: T }>, inside: string) => string;
};

/**
 * Renders a rich text value with a target (elements of a framework, DOM nodes), or as HTML like `html`, changed by
 * handlers. Unsupported nodes and marks render their children, links without a visible target their text.
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

/** Returns the HTML target with the handlers in place of its functions. */
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
