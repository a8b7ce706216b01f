import { escapeHtml as escape } from '../../convert/html.ts';
import { parseCoded } from '../coded-text.ts';
import type { Code } from '../text-blocks.ts';
import { isCoded, type Unit } from '../units.ts';
import type { FileHead } from './file-unit.ts';

/** Writes XLIFF 1.2 with one unit a line. */
export async function* writeXliff12(
  { source, locale }: FileHead,
  units: AsyncIterable<Unit>,
): AsyncGenerator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield '<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">\n';
  yield `<file original="galley" datatype="plaintext" source-language="${escape(source)}" target-language="${escape(locale)}">\n<body>\n`;
  for await (const unit of units) {
    const { id, translation } = unit;
    const target = translation === '' ? '' : `<target>${markup12(unit, translation)}</target>`;
    yield `<trans-unit id="${escape(id)}" xml:space="preserve"><source>${markup12(unit, unit.source)}</source>${target}<note from="galley">${escape(noteOf(unit))}</note></trans-unit>\n`;
  }
  yield '</body>\n</file>\n</xliff>\n';
}

/** Writes XLIFF 2.0. Ids of its units can't contain a slash, so the attribute `name` has the id. */
export async function* writeXliff20(
  { source, locale }: FileHead,
  units: AsyncIterable<Unit>,
): AsyncGenerator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="${escape(source)}" trgLang="${escape(locale)}">\n<file id="galley">\n`;
  let n = 0;
  for await (const unit of units) {
    n += 1;
    const { translation } = unit;
    const target =
      translation === '' ? '' : `<target xml:space="preserve">${markup20(unit, translation)}</target>`;
    const notes = `<notes><note category="galley">${escape(noteOf(unit))}</note></notes>`;
    yield `<unit id="u${n}" name="${escape(unit.id)}">${notes}<segment><source xml:space="preserve">${markup20(unit, unit.source)}</source>${target}</segment></unit>\n`;
  }
  yield '</file>\n</xliff>\n';
}

/** The revision and the hash, for a note, because translation tools preserve notes. */
function noteOf({ revision, hash }: Unit): string {
  return `revision=${revision} hash=${hash}`;
}

type WriteCode = (code: Code | undefined, id: number, form: 'open' | 'close' | 'single') => string;

function markup12(unit: Unit, text: string): string {
  return markup(unit, text, (code, id, form) => {
    if (form === 'close') return '</g>';
    const type = ctypes[nameOf(code)] ?? `x-${nameOf(code)}`;
    return form === 'open' ? `<g id="${id}" ctype="${type}">` : `<x id="${id}" ctype="lb"/>`;
  });
}

function markup20(unit: Unit, text: string): string {
  return markup(unit, text, (code, id, form) => {
    if (form === 'close') return '</pc>';
    if (form === 'single') return `<ph id="${id}" type="fmt" subType="xlf:lb"/>`;
    const subType = subTypes[nameOf(code)] ?? `galley:${nameOf(code)}`;
    return nameOf(code) === 'link'
      ? `<pc id="${id}" type="link">`
      : `<pc id="${id}" type="fmt" subType="${subType}">`;
  });
}

const ctypes: Readonly<Record<string, string>> = {
  bold: 'bold',
  italic: 'italic',
  underline: 'underlined',
  link: 'link',
};
const subTypes: Readonly<Record<string, string>> = { bold: 'xlf:b', italic: 'xlf:i', underline: 'xlf:u' };

function nameOf(code: Code | undefined): string {
  return code !== undefined && 'mark' in code ? code.mark.type : 'break';
}

function markup({ id: unitId, codes }: Unit, text: string, write: WriteCode): string {
  if (!isCoded(unitId)) return escape(text);
  const codeOf = (id: number) => codes.find((code) => code.id === id);
  return parseCoded(text)
    .map((piece) => {
      if ('text' in piece) return escape(piece.text);
      if ('open' in piece) return write(codeOf(piece.open), piece.open, 'open');
      if ('close' in piece) return write(codeOf(piece.close), piece.close, 'close');
      return write(codeOf(piece.single), piece.single, 'single');
    })
    .join('');
}
