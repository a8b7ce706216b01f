import { clip } from '../../../contract/text/clip.ts';
import { isDeepStrictEqual } from 'node:util';
import { didYouMean } from '../../../contract/errors/suggest.ts';
import { readAttributes } from './attributes.ts';
import { type RichtextReader, isObject, jsonKindOf, ownValue } from './reading.ts';
import { isHref, LinkAttributes, type RichtextMark } from '../schema.ts';
import { markNames } from '../vocabulary.ts';

const names: ReadonlySet<string> = new Set(markNames);

/** Reads the marks of one node; the same mark given twice counts once. Faults are noted in `reading`. */
export function readMarks(reading: RichtextReader, raw: unknown, path: string): RichtextMark[] {
  if (raw === undefined || raw === null) return [];
  if (!Array.isArray(raw)) {
    reading.refuse(path, 'marks must be a list', { expected: 'array', got: jsonKindOf(raw) });
    return [];
  }
  const marks = new Map<string, RichtextMark>();
  for (const [i, item] of raw.entries()) {
    if (i > markNames.length * 2) {
      reading.refuse(path, `a node can have at most ${markNames.length} marks`);
      break;
    }
    const at = `${path}[${i}]`;
    const mark = readMark(reading, item, at);
    if (mark === null) continue;
    const before = marks.get(mark.type);
    if (before === undefined) marks.set(mark.type, mark);
    else if (!isDeepStrictEqual(before, mark)) reading.refuse(at, `a text can have only one ${mark.type}`);
  }
  return [...marks.values()];
}

function readMark(reading: RichtextReader, raw: unknown, path: string): RichtextMark | null {
  if (!isObject(raw)) {
    reading.refuse(path, 'a mark must be an object', { expected: 'object', got: jsonKindOf(raw) });
    return null;
  }
  const type = ownValue(raw, 'type');
  if (typeof type !== 'string') {
    reading.refuse(`${path}.type`, 'every mark must have a type', {
      expected: 'string',
      got: jsonKindOf(type),
    });
    return null;
  }
  if (!names.has(type)) {
    reading.refuseName(`${path}.type`, type, didYouMean(type, markNames));
    return null;
  }
  for (const key of Object.keys(raw)) {
    if (key !== 'type' && key !== 'attrs')
      reading.refuse(`${path}.${clip(key)}`, `${type} has no "${clip(key)}"`);
  }
  const attrs = readAttributes(reading, type, ownValue(raw, 'attrs'), `${path}.attrs`);
  if (type !== 'link') return { type } as RichtextMark; // one of the names that carry nothing
  if (attrs === null) return null;
  checkTarget(reading, attrs, path);
  return { type, attrs };
}

/** A link leads to an address or to content, and to one of them only. */
function checkTarget(reading: RichtextReader, { href, ref }: LinkAttributes, path: string): void {
  const expected = 'href or ref';
  if (href === undefined && ref === undefined) {
    reading.refuse(`${path}.attrs`, `a link needs ${expected}`, { expected, got: 'nothing' });
  } else if (href !== undefined && ref !== undefined) {
    reading.refuse(`${path}.attrs`, `a link takes ${expected}, not both`, { expected, got: 'both' });
  } else if (ref !== undefined) {
    reading.linkTo(ref, `${path}.attrs.ref.id`);
  } else if (href !== undefined && !isHref(href)) {
    const address = LinkAttributes.properties.href.description ?? expected;
    reading.refuse(`${path}.attrs.href`, `href of link takes ${address}`, {
      expected: address,
      got: 'another text',
    });
  }
}
