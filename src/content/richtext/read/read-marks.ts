import { clip } from '../../../contract/text/clip.ts';
import { isDeepStrictEqual } from 'node:util';
import { didYouMean } from '../../../contract/errors/suggest.ts';
import { readAttributes } from './attributes.ts';
import { type RichtextReader, isObject, jsonKindOf, ownValue } from './reader.ts';
import { isHref, LinkAttributes, type RichtextMark } from '../schema.ts';
import { markNames } from '../vocabulary.ts';

const allowedNames: ReadonlySet<string> = new Set(markNames);

/** Reads the marks of one node, each once even if it is repeated. Adds errors to `reader`. */
export function readMarks(reader: RichtextReader, raw: unknown, path: string): RichtextMark[] {
  if (raw === undefined || raw === null) return [];
  if (!Array.isArray(raw)) {
    reader.reject(path, 'marks must be a list', { expected: 'array', got: jsonKindOf(raw) });
    return [];
  }
  const marks = new Map<string, RichtextMark>();
  for (const [i, item] of raw.entries()) {
    if (i > markNames.length * 2) {
      reader.reject(path, `a node can have at most ${markNames.length} marks`);
      break;
    }
    const at = `${path}[${i}]`;
    const mark = readMark(reader, item, at);
    if (mark === null) continue;
    const sameType = marks.get(mark.type);
    if (sameType === undefined) marks.set(mark.type, mark);
    else if (!isDeepStrictEqual(sameType, mark)) reader.reject(at, `a text can have only one ${mark.type}`);
  }
  return [...marks.values()];
}

function readMark(reader: RichtextReader, raw: unknown, path: string): RichtextMark | null {
  if (!isObject(raw)) {
    reader.reject(path, 'a mark must be an object', { expected: 'object', got: jsonKindOf(raw) });
    return null;
  }
  const type = ownValue(raw, 'type');
  if (typeof type !== 'string') {
    reader.reject(`${path}.type`, 'every mark must have a type', {
      expected: 'string',
      got: jsonKindOf(type),
    });
    return null;
  }
  if (!allowedNames.has(type)) {
    reader.rejectName(`${path}.type`, type, didYouMean(type, markNames));
    return null;
  }
  for (const key of Object.keys(raw)) {
    if (key !== 'type' && key !== 'attrs')
      reader.reject(`${path}.${clip(key)}`, `${type} has no "${clip(key)}"`);
  }
  const attrs = readAttributes(reader, type, ownValue(raw, 'attrs'), `${path}.attrs`);
  if (type !== 'link') return { type } as RichtextMark; // the other marks have no attributes
  if (attrs === null) return null;
  checkTarget(reader, attrs, path);
  return { type, attrs };
}

/** Checks that a link has either a URL or a reference to content. */
function checkTarget(reader: RichtextReader, { href, ref }: LinkAttributes, path: string): void {
  const expected = 'href or ref';
  if (href === undefined && ref === undefined) {
    reader.reject(`${path}.attrs`, `a link needs ${expected}`, { expected, got: 'nothing' });
  } else if (href !== undefined && ref !== undefined) {
    reader.reject(`${path}.attrs`, `a link takes ${expected}, not both`, { expected, got: 'both' });
  } else if (ref !== undefined) {
    reader.linkTo(ref, `${path}.attrs.ref.id`);
  } else if (href !== undefined && !isHref(href)) {
    const address = LinkAttributes.properties.href.description ?? expected;
    reader.reject(`${path}.attrs.href`, `href of link takes ${address}`, {
      expected: address,
      got: 'another text',
    });
  }
}
