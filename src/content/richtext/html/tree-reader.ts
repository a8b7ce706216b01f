import { HtmlBlocks, type HtmlTag, isBlockTag, type LinePart } from './html-blocks.ts';
import { type InlineDraft, OpenMarks, textOf } from './open-marks.ts';
import {
  attributeOf,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isHidden,
  isText,
  textIn,
} from './parse-html.ts';
import { codeBlock, type Conversion, TagReader } from './tag-reader.ts';

/** Nesting in which documents are built. Deeper elements are replaced by their contents; `fitDepth` limits the result. */
const maxFrames = 40;
/** Elements that their parent converts. */
const partsOfMedia = new Set(['source', 'track', 'param']);
const buttonTypes = new Set(['submit', 'button', 'reset']);

/** An element whose children are being read. */
interface OpenElement {
  element: HtmlElement;
  tag: HtmlTag;
  /** Number of open blocks outside of the element. */
  depth: number;
}

/** Reads a parsed tree without recursion, because HTML can be nested 10,000 levels deep. */
export class TreeReader {
  readonly #blocks: HtmlBlocks;
  readonly #marks = new OpenMarks();
  readonly #tags: TagReader;
  readonly #conversion: Conversion;

  constructor(conversion: Conversion) {
    this.#conversion = conversion;
    const { losses } = conversion;
    this.#blocks = new HtmlBlocks({
      maxFrames,
      keepsEmpty: true,
      onLoss: (loss) => losses.add(loss, this.#tags.line),
    });
    const sink = { push: (part: LinePart) => this.#blocks.add(part) };
    this.#tags = new TagReader(sink, this.#marks, conversion);
  }

  read(nodes: readonly HtmlNode[]): InlineDraft[] {
    const stack: (HtmlNode | OpenElement)[] = nodes.toReversed();
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      if ('tag' in next) this.#leave(next);
      else if (isText(next)) this.#addText(next.value);
      else if (isElement(next)) {
        const open = this.#enter(next);
        if (open !== null) stack.push(open, ...next.childNodes.toReversed());
      }
    }
    return this.#blocks.end();
  }

  /** Reads the start of an element; returns null if its children are not read. */
  #enter(element: HtmlElement): OpenElement | null {
    const { tagName } = element;
    this.#tags.line = element.sourceCodeLocation?.startLine ?? this.#tags.line;
    if (isHidden(element)) {
      this.#conversion.losses.add('html_hidden', this.#tags.line, null, sourceLength(element));
      return null;
    }
    if (partsOfMedia.has(tagName) || isRepeatedMedia(element)) return null;
    if (tagName === 'pre') {
      this.#addCode(element);
      return null;
    }
    if (isEmptyBlock(element)) {
      this.#blocks.add(emptyBlock(tagName));
      return null;
    }
    if (tagName === 'input') this.#addText(buttonText(element));
    const depth = this.#blocks.depth;
    const tag = { name: tagName, isClosing: false, attributes: attributesOf(element) };
    this.#tags.read(tag);
    return { element, tag, depth };
  }

  #leave({ tag, depth }: OpenElement): void {
    this.#marks.close(`<${tag.name}>`);
    if (isBlockTag(tag.name) && tag.name !== 'hr') this.#blocks.closeTo(depth);
  }

  #addText(value: string): void {
    const text = value.replace(/[ \t\n\f\r]+/g, (run) => (/^ +$/.test(run) ? run : ' '));
    if (text !== '') this.#blocks.add(textOf(text, this.#marks.with()));
  }

  #addCode(element: HtmlElement): void {
    const code = element.childNodes.filter(isElement).find(({ tagName }) => tagName === 'code');
    const names = [code, element].map((one) => (one === undefined ? '' : (attributeOf(one, 'class') ?? '')));
    const language = /(?:^|\s)language-(\S+)/.exec(names.join(' '))?.[1] ?? null;
    this.#blocks.add(codeBlock(textIn(element), language));
  }
}

/** The attributes of an element. A video without `src` has that of its first source. */
function attributesOf(element: HtmlElement): ReadonlyMap<string, string> {
  const attributes = new Map(element.attrs.map(({ name, value }) => [name, value]));
  if ((element.tagName !== 'video' && element.tagName !== 'audio') || attributes.has('src'))
    return attributes;
  const sources = element.childNodes.filter(isElement).filter(({ tagName }) => tagName === 'source');
  const source = sources.map((one) => attributeOf(one, 'src')).find((url) => url !== undefined);
  return source === undefined ? attributes : attributes.set('src', source);
}

/** Whether the element repeats the medium of its parent for old browsers. */
function isRepeatedMedia({ tagName, parentNode }: HtmlElement): boolean {
  if (tagName !== 'embed' || parentNode === null || !('tagName' in parentNode)) return false;
  return parentNode.tagName === 'object' && attributeOf(parentNode, 'data') !== undefined;
}

/** Whether an empty paragraph or heading was written, not only implied by a tag inside another. */
function isEmptyBlock({ tagName, childNodes, sourceCodeLocation }: HtmlElement): boolean {
  if (childNodes.length > 0 || !/^(?:p|h[1-6])$/.test(tagName)) return false;
  return sourceCodeLocation?.startTag !== undefined && sourceCodeLocation.endTag !== undefined;
}

function emptyBlock(tagName: string): InlineDraft {
  return tagName === 'p'
    ? { type: 'paragraph' }
    : { type: 'heading', attrs: { level: Number(tagName.slice(1)) } };
}

function buttonText(element: HtmlElement): string {
  const type = attributeOf(element, 'type')?.toLowerCase() ?? '';
  return buttonTypes.has(type) ? (attributeOf(element, 'value') ?? '') : '';
}

function sourceLength({ sourceCodeLocation }: HtmlElement): number {
  return (sourceCodeLocation?.endOffset ?? 0) - (sourceCodeLocation?.startOffset ?? 0);
}
