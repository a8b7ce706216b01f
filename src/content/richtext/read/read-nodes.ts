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
} from './reading.ts';
import { readMarks } from './read-marks.ts';
import type { RichtextNode } from '../schema.ts';
import { nodeNames } from '../vocabulary.ts';

const names: ReadonlySet<string> = new Set(nodeNames);

interface Spot {
  path: string;
  depth: number;
}

/**
 * Reads the children of `parent` ("doc" for the document itself). Faults are noted in `reading`; then the answer is of
 * no use. Descends at most to the depth that documents may have, however deep the input is.
 * @throws Problem `invalid_richtext_document` at once when the document has too many nodes or levels.
 */
export function readChildren(
  reading: RichtextReader,
  parent: string,
  raw: unknown,
  spot: Spot,
): RichtextNode[] {
  if (raw === undefined || raw === null) raw = [];
  if (!Array.isArray(raw)) {
    reading.refuse(spot.path, `content must be a list of nodes`, { expected: 'array', got: jsonKindOf(raw) });
    return [];
  }
  const children: { node: RichtextNode; path: string }[] = [];
  let legible = true;
  raw.forEach((item: unknown, i) => {
    const path = `${spot.path}[${i}]`;
    const node = readNode(reading, item, { path, depth: spot.depth + 1 });
    if (node === null) legible = false;
    else if (!(node.type === 'text' && node.text === '')) children.push({ node, path });
  });
  if (legible) checkPlaces(reading, parent, children, spot.path);
  return children.map(({ node }) => node);
}

/** Answers null when not even the kind of the node is clear. */
function readNode(reading: RichtextReader, raw: unknown, { path, depth }: Spot): RichtextNode | null {
  checkSize(reading, path, depth);
  if (!isObject(raw)) {
    reading.refuse(path, 'a node must be an object', { expected: 'object', got: jsonKindOf(raw) });
    return null;
  }
  const type = ownValue(raw, 'type');
  if (typeof type !== 'string') {
    reading.refuse(`${path}.type`, 'every node must have a type', {
      expected: 'string',
      got: jsonKindOf(type),
    });
    return null;
  }
  if (!names.has(type)) {
    reading.refuseName(`${path}.type`, type, didYouMean(type, nodeNames));
    return null;
  }
  refuseOtherKeys(reading, raw, type, path);
  const attrs = readAttributes(reading, type, ownValue(raw, 'attrs'), `${path}.attrs`);
  const marks = readMarks(reading, ownValue(raw, 'marks'), `${path}.marks`);
  if (type === 'image' && attrs !== null) {
    reading.linkTo({ mediaId: String(attrs['media_id']) }, `${path}.attrs.media_id`);
  }
  const content = readChildren(reading, type, ownValue(raw, 'content'), { path: `${path}.content`, depth });
  // The parts have been checked against the word's own schema; only TypeScript cannot follow.
  return {
    type,
    ...(type === 'text' ? { text: readText(reading, ownValue(raw, 'text'), path) } : {}),
    ...(attrs !== null && Object.keys(attrs).length > 0 ? { attrs } : {}),
    ...(content.length > 0 ? { content } : {}),
    ...(marks.length > 0 ? { marks } : {}),
  } as RichtextNode;
}

function checkSize(reading: RichtextReader, path: string, depth: number): void {
  reading.nodes += 1;
  if (reading.nodes > limits.richtext_nodes_max) {
    throw invalidRichtext(reading.param(path), `it has more than ${limits.richtext_nodes_max} nodes`);
  }
  if (depth > limits.richtext_depth_max) {
    throw invalidRichtext(
      reading.param(path),
      `its nodes are nested more than ${limits.richtext_depth_max} levels deep`,
    );
  }
}

function refuseOtherKeys(reading: RichtextReader, raw: JsonObject, type: string, path: string): void {
  const known = ['type', 'attrs', 'marks', type === 'text' ? 'text' : 'content'];
  for (const key of Object.keys(raw)) {
    if (reading.isFull) return;
    if (known.includes(key) || raw[key] === null) continue;
    const hint = didYouMean(key, known);
    const why = `${type} has no "${clip(key)}"`;
    reading.refuse(`${path}.${clip(key)}`, why, hint === undefined ? {} : { did_you_mean: hint });
  }
}

function readText(reading: RichtextReader, text: unknown, path: string): string {
  if (typeof text !== 'string') {
    reading.refuse(`${path}.text`, 'a text node must have a text', {
      expected: 'string',
      got: jsonKindOf(text),
    });
    return '';
  }
  if (!isCleanText(text)) {
    reading.refuse(`${path}.text`, 'the text is not well-formed Unicode, or contains U+0000');
  }
  return text;
}

function checkPlaces(
  reading: RichtextReader,
  parent: string,
  children: readonly { node: RichtextNode; path: string }[],
  path: string,
): void {
  const fault = findMisplacement(
    parent,
    children.map(({ node }) => node.type),
  );
  if (fault !== null) {
    const { index, expected, got } = fault;
    const why =
      index === null
        ? `${parent} needs ${expected}`
        : `${got} cannot stand here, where ${parent} takes ${expected}`;
    const at = index === null ? path : (children[index]?.path ?? path);
    reading.refusePlace(at, why, { expected, got });
  } else if (!takesMarks(parent)) {
    for (const { node, path: at } of children) {
      if (!('marks' in node)) continue;
      const why = `${node.type} in ${parent} carries no marks`;
      reading.refusePlace(`${at}.marks`, why, { expected: 'no marks', got: node.marks?.[0]?.type ?? 'mark' });
    }
  }
}
