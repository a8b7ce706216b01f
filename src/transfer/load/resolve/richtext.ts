import type { TargetKind } from '../../../contract/fields/links.ts';
import { type HtmlTargets, projectTargets, readRichtext } from '../../../content/index.ts';
import type { BundleIndex, Target } from '../bundle-index.ts';
import type { ItemWarning } from '../schema.ts';

type Json = Record<string, unknown>;

/** What the references of an item are resolved with. */
interface TargetResolver {
  readonly index: BundleIndex;
  readonly warnings: ItemWarning[];
  /** Records that the item refers to a target. @returns its id */
  useTarget: (target: Target) => string;
  /** Warns about a reference to an item that is missing. */
  warnMissing: (reference: string, param: string) => void;
}

/**
 * Replaces source ids and URLs of the former system in a rich text. HTML and Markdown become a document with the warnings of
 * the conversion. @throws invalid_richtext_document for HTML or Markdown that can't be converted
 */
export function resolveRichtext(resolver: TargetResolver, value: unknown, param: string): unknown {
  if (!isObject(value)) return value;
  if (Array.isArray(value['content']))
    return { ...value, content: resolveNodes(resolver, value['content'], param) };
  const isText = typeof value['html'] === 'string' || typeof value['markdown'] === 'string';
  if (!isText || Object.hasOwn(value, 'json')) return value;
  const { document, warnings } = readRichtext(value, param, targetsOf(resolver));
  resolver.warnings.push(...warnings);
  return document;
}

/** Finds images and links of a text by source id, URL or file; others are read as the API reads them. */
function targetsOf(resolver: TargetResolver): HtmlTargets {
  const { index } = resolver;
  const apiTargets = projectTargets();
  return {
    image(url) {
      const target = index.findMedia(url);
      return target === null ? apiTargets.image(url) : resolver.useTarget(target);
    },
    link(url) {
      const item = index.findOldUrl(url);
      if (item !== null) return { ref: { type: item.kind, id: resolver.useTarget(item) } };
      const file = index.findMedia(url);
      return file === null ? apiTargets.link(url) : { ref: { type: 'media', id: resolver.useTarget(file) } };
    },
  };
}

/** Replaces references in nodes. A missing image becomes its alt text and caption; a link to a missing item, plain text. */
function resolveNodes(resolver: TargetResolver, nodes: readonly unknown[], param: string): unknown[] {
  return nodes.flatMap((node) => {
    if (!isObject(node)) return [node];
    const { attrs, marks, content } = node;
    if (node['type'] === 'image' && isObject(attrs)) return resolveImage(resolver, { ...node, attrs }, param);
    const resolved: Json = { ...node };
    if (Array.isArray(marks)) {
      const resolvedMarks = marks.flatMap((mark: unknown) => resolveMark(resolver, mark, param));
      if (resolvedMarks.length > 0 || marks.length === 0) resolved['marks'] = resolvedMarks;
      else delete resolved['marks'];
    }
    if (Array.isArray(content)) resolved['content'] = resolveNodes(resolver, content, param);
    return [resolved];
  });
}

function resolveImage(resolver: TargetResolver, node: Json & { attrs: Json }, param: string): unknown[] {
  const { media_id: mediaId, alt, caption } = node.attrs;
  if (typeof mediaId !== 'string') return [node];
  const target = resolver.index.findMedia(mediaId);
  if (target !== null) return [{ ...node, attrs: { ...node.attrs, media_id: resolver.useTarget(target) } }];
  resolver.warnMissing(mediaId, param);
  const texts = [alt, caption].filter((text) => typeof text === 'string' && text !== '');
  return texts.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] }));
}

function resolveMark(resolver: TargetResolver, mark: unknown, param: string): unknown[] {
  if (!isObject(mark) || mark['type'] !== 'link' || !isObject(mark['attrs'])) return [mark];
  const { href, ref, ...attrs } = mark['attrs'];
  if (isObject(ref) && typeof ref['id'] === 'string') {
    const target = resolver.index.find(String(ref['type']) as TargetKind, ref['id']);
    if (target === null) resolver.warnMissing(ref['id'], param);
    return target === null
      ? []
      : [{ ...mark, attrs: { ...attrs, ref: { ...ref, id: resolver.useTarget(target) } } }];
  }
  const target = typeof href === 'string' ? resolver.index.findOldUrl(href) : null;
  if (target === null) return [mark];
  return [{ ...mark, attrs: { ...attrs, ref: { type: target.kind, id: resolver.useTarget(target) } } }];
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
