import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';
import { formatCoded, type Piece } from '../coded-text.ts';
import { isCoded } from '../units.ts';
import { fileError, type FileUnit, revisionOf, type TextsFile } from './file-unit.ts';

const namespace = /^urn:oasis:names:tc:xliff:document:/;
const depthMax = 100;
const notePattern = /^\s*revision=(\S+) hash=(\S+)\s*$/;

/** Reads XLIFF 1.2 or 2. @throws invalid_parameter for damaged files, files with a DTD, and other XML */
export function readXliff(text: string): TextsFile {
  const reader = new XliffReader();
  reader.read(text);
  return reader.file();
}

/** The unit that is being read. */
interface OpenUnit {
  id: string;
  note: string;
  /** The pieces of each segment: null for a segment without a translation. */
  segments: (Piece[] | null)[];
  isBroken: boolean;
}

class XliffReader {
  readonly #parser = new SaxesParser({ xmlns: true });
  /** The names of the open elements; empty for elements of other namespaces. */
  readonly #path: string[] = [];
  readonly #units: FileUnit[] = [];
  readonly #openCodes: number[] = [];
  #locale: string | null = null;
  #unit: OpenUnit | null = null;
  #target: Piece[] | null = null;
  #note: string | null = null;

  constructor() {
    const parser = this.#parser;
    parser.on('doctype', () => {
      throw fileError('The file declares a document type (DTD). Export the texts again.');
    });
    parser.on('error', ({ message }) => {
      throw fileError(`The file is damaged or is not XLIFF: ${message}`);
    });
    parser.on('opentag', (tag) => this.#open(tag));
    parser.on('closetag', () => this.#close());
    parser.on('text', (text) => this.#addText(text));
    parser.on('cdata', (text) => this.#addText(text));
  }

  read(text: string): void {
    this.#parser.write(text).close();
  }

  file(): TextsFile {
    if (this.#locale === null) throw fileError('The file has no target language. Export the texts again.');
    return { locale: this.#locale, units: this.#units };
  }

  #open({ local, uri, attributes }: SaxesTagNS): void {
    if (this.#path.length >= depthMax)
      throw fileError(`The file has elements nested deeper than ${depthMax}.`);
    const parent = this.#path.at(-1) ?? null;
    const name = namespace.test(uri) ? local : '';
    this.#path.push(name);
    const valueOf = (key: string) => attributes[key]?.value;
    if (parent === null && name !== 'xliff') throw fileError('The file is XML, but not XLIFF 1.2 or 2.0.');
    if (name === 'xliff') this.#setLocale(valueOf('trgLang'));
    else if (name === 'file') this.#setLocale(valueOf('target-language'));
    else if (name === 'trans-unit') this.#openUnit(valueOf('id') ?? '');
    else if (name === 'unit') this.#openUnit(valueOf('name') ?? '');
    else if (this.#target !== null) this.#openCode(name, attributes);
    else if (name === 'note' && this.#unit !== null && isOwnNote(attributes)) this.#note = '';
    else if (name === 'segment' || name === 'ignorable') this.#unit?.segments.push(null);
    else if (name === 'target' && isTargetParent(parent)) this.#target = [];
  }

  #close(): void {
    const name = this.#path.pop();
    if (name === 'target' && this.#target !== null && isTargetParent(this.#path.at(-1) ?? null))
      this.#closeTarget(this.#target);
    else if (this.#target !== null) this.#closeCode(name);
    else if (name === 'note' && this.#note !== null && this.#unit !== null) {
      this.#unit.note = this.#note;
      this.#note = null;
    } else if ((name === 'trans-unit' || name === 'unit') && this.#unit !== null) {
      this.#units.push(unitOf(this.#unit));
      this.#unit = null;
    }
  }

  #setLocale(code: string | undefined): void {
    if (code === undefined) return;
    if (this.#locale !== null && this.#locale !== code)
      throw fileError(
        `The file has two target languages: ${this.#locale} and ${code}. Import a file for each language.`,
      );
    this.#locale = code;
  }

  #openUnit(id: string): void {
    if (this.#unit !== null) throw fileError(`Unit "${this.#unit.id}" contains another unit.`);
    this.#unit = { id, note: '', segments: [], isBroken: false };
  }

  #openCode(name: string, attributes: Readonly<Record<string, SaxesAttributeNS>>): void {
    const id = revisionOf(attributes['id']?.value ?? '') ?? -1;
    if (name === 'g' || name === 'pc') this.#openCodes.push(id);
    if (name === 'g' || name === 'pc') this.#target?.push({ open: id });
    else if (name === 'x' || name === 'ph') this.#target?.push({ single: id });
    else if (name !== 'mrk') this.#breakUnit(); // tools add marks, for example around segments
  }

  #closeCode(name: string | undefined): void {
    if (name === 'g' || name === 'pc') this.#target?.push({ close: this.#openCodes.pop() ?? -1 });
  }

  #closeTarget(pieces: Piece[]): void {
    const unit = this.#unit;
    this.#target = null;
    if (unit === null) return;
    if (unit.segments.length === 0) unit.segments.push(pieces);
    else unit.segments[unit.segments.length - 1] = pieces;
  }

  #breakUnit(): void {
    if (this.#unit !== null) this.#unit.isBroken = true;
  }

  #addText(text: string): void {
    if (this.#target !== null) this.#target.push({ text });
    else if (this.#note !== null) this.#note += text;
  }
}

/** The unit has no translation if one of its segments has none. */
function unitOf({ id, note, segments, isBroken }: OpenUnit): FileUnit {
  const [, revision = '', hash = null] = notePattern.exec(note) ?? [];
  const isWhole = segments.every((pieces) => pieces !== null && pieces.length > 0);
  const pieces = isWhole ? segments.flatMap((segment) => segment ?? []) : [];
  const texts = pieces.flatMap((piece) => ('text' in piece ? [piece.text] : []));
  const hasCodes = texts.length < pieces.length;
  return {
    id,
    translation: isCoded(id) ? formatCoded(pieces) : texts.join(''),
    revision: revisionOf(revision),
    hash,
    isBroken: isBroken || (hasCodes && !isCoded(id)),
  };
}

/** Translation memories and alternatives have targets too. */
function isTargetParent(name: string | null): boolean {
  return name === 'trans-unit' || name === 'segment' || name === 'ignorable';
}

function isOwnNote(attributes: Readonly<Record<string, SaxesAttributeNS>>): boolean {
  return attributes['from']?.value === 'galley' || attributes['category']?.value === 'galley';
}
