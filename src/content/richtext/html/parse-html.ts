import {
  defaultTreeAdapter,
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  parseFragment,
} from 'parse5';
import { limits } from '../../../contract/limits.ts';
import { InputTooComplex } from '../too-complex.ts';
import { isBlockTag } from './html-blocks.ts';

export type HtmlNode = DefaultTreeAdapterTypes.ChildNode;
export type HtmlElement = DefaultTreeAdapterTypes.Element;

/**
 * Parses HTML as browsers do without scripts. Parsing stops after `html_nodes_max` elements and comments, because
 * misnested formatting multiplies elements.
 * @throws InputTooComplex
 */
export function parseHtml(html: string): HtmlNode[] {
  const treeAdapter = countingAdapter();
  const options = { treeAdapter, scriptingEnabled: false, sourceCodeLocationInfo: true };
  return parseFragment<DefaultTreeAdapterMap>(html, options).childNodes;
}

function countingAdapter(): typeof defaultTreeAdapter {
  let count = 0;
  const spend = () => {
    count += 1;
    if (count > limits.html_nodes_max)
      throw new InputTooComplex(`it has more than ${limits.html_nodes_max} elements and comments`);
  };
  return {
    ...defaultTreeAdapter,
    createElement(...args) {
      spend();
      return defaultTreeAdapter.createElement(...args);
    },
    createCommentNode(...args) {
      spend();
      return defaultTreeAdapter.createCommentNode(...args);
    },
  };
}

/**
 * The text in a node and its descendants, without hidden elements. `br` is a line break, and blocks inside are on lines of
 * their own.
 */
export function textIn(node: HtmlElement): string {
  const pieces: string[] = [];
  let isBlockEdge = false;
  const add = (text: string) => {
    const needsBreak = isBlockEdge && pieces.length > 0 && !pieces.at(-1)?.endsWith('\n');
    if (text !== '') pieces.push(needsBreak && !text.startsWith('\n') ? `\n${text}` : text);
    isBlockEdge &&= text === '';
  };
  const stack: (HtmlNode | '<edge>')[] = node.childNodes.toReversed();
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next === '<edge>') isBlockEdge = true;
    else if (isText(next)) add(next.value);
    else if (isElement(next) && next.tagName === 'br') add('\n');
    else if (isElement(next) && !isHidden(next)) {
      const isBlock = isBlockTag(next.tagName) || next.tagName === 'pre';
      const edges = isBlock ? (['<edge>'] as const) : [];
      isBlockEdge ||= edges.length > 0;
      stack.push(...edges, ...next.childNodes.toReversed());
    }
  }
  return pieces.join('');
}

export function isElement(node: HtmlNode): node is HtmlElement {
  return 'tagName' in node;
}

export function isText(node: HtmlNode): node is DefaultTreeAdapterTypes.TextNode {
  return node.nodeName === '#text' && 'value' in node;
}

/** Whether browsers never show the contents of the element. */
export function isHidden({ tagName }: HtmlElement): boolean {
  return tagName === 'script' || tagName === 'style' || tagName === 'template';
}

export function attributeOf(element: HtmlElement, name: string): string | undefined {
  return element.attrs.find((attribute) => attribute.name === name)?.value;
}
