import type { TargetKind } from '../../../contract/fields/links.ts';
import { type HtmlTargets, projectTargets, readRichtext } from '../../../content/index.ts';
import type { BundleIndex, Target } from '../bundle-index.ts';
import type { ItemWarning } from '../schema.ts';

type Json = Record<string, unknown>;

/** The targets of an item, and the warnings about it. */
interface ItemTargets {
  readonly index: BundleIndex;
  readonly warnings: ItemWarning[];
  /** Records a target as used, and returns its id. */
  use: (target: Target) => string;
}

/**
 * Replaces source ids and URLs of the former system in a rich text. HTML and Markdown become a document with the warnings of
 * the conversion. @throws invalid_richtext_document for HTML or Markdown that can't be converted
 */
export function resolveRichtext(resolver: ItemTargets, value: unknown, param: string): unknown {
  if (!isObject(value)) return value;
  if (Array.isArray(value['content'])) return { ...value, content: resolveNodes(resolver, value['content']) };
  const isText = typeof value['html'] === 'string' || typeof value['markdown'] === 'string';
  if (!isText || Object.hasOwn(value, 'json')) return value;
  const { document, warnings } = readRichtext(value, param, targetsOf(resolver));
  resolver.warnings.push(...warnings);
  return document;
}

/** Images and links of a text by source id, URL or file, then as the API reads them. */
function targetsOf(resolver: ItemTargets): HtmlTargets {
  const { index } = resolver;
  const own = projectTargets();
  return {
    image(url) {
      const target = index.findMedia(url);
      return target === null ? own.image(url) : resolver.use(target);
    },
    link(url) {
      const item = index.findOldUrl(url);
      if (item !== null) return { ref: { type: item.kind, id: resolver.use(item) } };
      const file = index.findMedia(url);
      return file === null ? own.link(url) : { ref: { type: 'media', id: resolver.use(file) } };
    },
  };
}

function resolveNodes(resolver: ItemTargets, nodes: readonly unknown[]): unknown[] {
  return nodes.map((node) => {
    if (!isObject(node)) return node;
    const { attrs, marks, content } = node;
    return {
      ...node,
      ...(node['type'] === 'image' && isObject(attrs) ? { attrs: resolveImage(resolver, attrs) } : {}),
      ...(Array.isArray(marks) ? { marks: marks.map((mark: unknown) => resolveMark(resolver, mark)) } : {}),
      ...(Array.isArray(content) ? { content: resolveNodes(resolver, content) } : {}),
    };
  });
}

function resolveImage(resolver: ItemTargets, attrs: Json): Json {
  const { media_id: mediaId } = attrs;
  const target = typeof mediaId === 'string' ? resolver.index.findMedia(mediaId) : null;
  return target === null ? attrs : { ...attrs, media_id: resolver.use(target) };
}

function resolveMark(resolver: ItemTargets, mark: unknown): unknown {
  if (!isObject(mark) || mark['type'] !== 'link' || !isObject(mark['attrs'])) return mark;
  const { href, ref, ...attrs } = mark['attrs'];
  if (isObject(ref) && typeof ref['id'] === 'string') {
    const target = resolver.index.find(String(ref['type']) as TargetKind, ref['id']);
    return target === null
      ? mark
      : { ...mark, attrs: { ...attrs, ref: { ...ref, id: resolver.use(target) } } };
  }
  const target = typeof href === 'string' ? resolver.index.findOldUrl(href) : null;
  if (target === null) return mark;
  return { ...mark, attrs: { ...attrs, ref: { type: target.kind, id: resolver.use(target) } } };
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
