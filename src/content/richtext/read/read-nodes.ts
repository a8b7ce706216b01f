import { clip } from '../../../contract/text/clip.ts';
import { limits } from '../../../contract/limits.ts';
import { didYouMean } from '../../../contract/errors/suggest.ts';
import { readAttributes } from './attributes.ts';
import { findMisplacement, takesMarks } from './placement.ts';
import {
  type JsonObject,
  type RichtextReader,
  invalidRichtext,
  isCleanText,
  isObject,
  jsonKindOf,
  ownValue,
} from './reader.ts';
import { readMarks } from './read-marks.ts';
import type { RichtextNode } from '../schema.ts';
import { nodeNames } from '../vocabulary.ts';

const allowedNames: ReadonlySet<string> = new Set(nodeNames);

interface Spot {
  path: string;
  depth: number;
}

/**
 * Reads the children of `parent` ("doc" for the document itself). After errors are added to `reader`, the returned nodes
 * must not be used. Stops at the maximum depth of documents.
 * @throws invalid_richtext_document immediately for too many nodes or levels
 */
export function readChildren(
  reader: RichtextReader,
  parent: string,
  raw: unknown,
  spot: Spot,
): RichtextNode[] {
  if (raw === undefined || raw === null) raw = [];
  if (!Array.isArray(raw)) {
    reader.reject(spot.path, `content must be a list of nodes`, { expected: 'array', got: jsonKindOf(raw) });
    return [];
  }
  const children: { node: RichtextNode; path: string }[] = [];
  let areAllReadable = true;
  raw.forEach((item: unknown, i) => {
    const path = `${spot.path}[${i}]`;
    const node = readNode(reader, item, { path, depth: spot.depth + 1 });
    if (node === null) areAllReadable = false;
    else if (!(node.type === 'text' && node.text === '')) children.push({ node, path });
  });
  if (areAllReadable) checkPlacement(reader, parent, children, spot.path);
  return children.map(({ node }) => node);
}

/** Reads one node; returns null if its type is missing or unknown. */
function readNode(reader: RichtextReader, raw: unknown, { path, depth }: Spot): RichtextNode | null {
  checkSize(reader, path, depth);
  if (!isObject(raw)) {
    reader.reject(path, 'a node must be an object', { expected: 'object', got: jsonKindOf(raw) });
    return null;
  }
  const type = ownValue(raw, 'type');
  if (typeof type !== 'string') {
    reader.reject(`${path}.type`, 'every node must have a type', {
      expected: 'string',
      got: jsonKindOf(type),
    });
    return null;
  }
  if (!allowedNames.has(type)) {
    reader.rejectName(`${path}.type`, type, didYouMean(type, nodeNames));
    return null;
  }
  rejectOtherKeys(reader, raw, type, path);
  const attrs = readAttributes(reader, type, ownValue(raw, 'attrs'), `${path}.attrs`);
  const marks = readMarks(reader, ownValue(raw, 'marks'), `${path}.marks`);
  if (type === 'image' && attrs !== null) {
    reader.linkTo({ mediaId: String(attrs['media_id']) }, `${path}.attrs.media_id`);
  }
  const content = readChildren(reader, type, ownValue(raw, 'content'), { path: `${path}.content`, depth });
  // The parts were validated against the schema of this node type, which TypeScript can't infer.
  return {
    type,
    ...(type === 'text' ? { text: readText(reader, ownValue(raw, 'text'), path) } : {}),
    ...(attrs !== null && Object.keys(attrs).length > 0 ? { attrs } : {}),
    ...(content.length > 0 ? { content } : {}),
    ...(marks.length > 0 ? { marks } : {}),
  } as RichtextNode;
}

function checkSize(reader: RichtextReader, path: string, depth: number): void {
  reader.nodes += 1;
  if (reader.nodes > limits.richtext_nodes_max) {
    throw invalidRichtext(reader.param(path), `it has more than ${limits.richtext_nodes_max} nodes`);
  }
  if (depth > limits.richtext_depth_max) {
    throw invalidRichtext(
      reader.param(path),
      `its nodes are nested more than ${limits.richtext_depth_max} levels deep`,
    );
  }
}

function rejectOtherKeys(reader: RichtextReader, raw: JsonObject, type: string, path: string): void {
  const allowedKeys = ['type', 'attrs', 'marks', type === 'text' ? 'text' : 'content'];
  for (const key of Object.keys(raw)) {
    if (reader.isFull) return;
    if (allowedKeys.includes(key) || raw[key] === null) continue;
    const hint = didYouMean(key, allowedKeys);
    const why = `${type} has no "${clip(key)}"`;
    reader.reject(`${path}.${clip(key)}`, why, hint === undefined ? {} : { did_you_mean: hint });
  }
}

function readText(reader: RichtextReader, text: unknown, path: string): string {
  if (typeof text !== 'string') {
    reader.reject(`${path}.text`, 'a text node must have a text', {
      expected: 'string',
      got: jsonKindOf(text),
    });
    return '';
  }
  if (!isCleanText(text)) {
    reader.reject(`${path}.text`, 'the text is not well-formed Unicode, or contains U+0000');
  }
  return text;
}

function checkPlacement(
  reader: RichtextReader,
  parent: string,
  children: readonly { node: RichtextNode; path: string }[],
  path: string,
): void {
  const misplacement = findMisplacement(
    parent,
    children.map(({ node }) => node.type),
  );
  if (misplacement !== null) {
    const { index, expected, got } = misplacement;
    const why =
      index === null
        ? `${parent} needs ${expected}`
        : `${got} cannot stand here, where ${parent} takes ${expected}`;
    const at = index === null ? path : (children[index]?.path ?? path);
    reader.rejectPlacement(at, why, { expected, got });
  } else if (!takesMarks(parent)) {
    for (const { node, path: at } of children) {
      if (!('marks' in node)) continue;
      const why = `${node.type} in ${parent} carries no marks`;
      reader.rejectPlacement(`${at}.marks`, why, {
        expected: 'no marks',
        got: node.marks?.[0]?.type ?? 'mark',
      });
    }
  }
}
