import { createReadStream } from 'node:fs';
import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';
import { transferError } from '../../transfer-error.ts';

/** An element of an export with its text. */
export interface WxrElement {
  /** `wp:post_id`, `content:encoded`, `title`: with the usual prefixes of WordPress, whichever the file declares. */
  name: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: WxrElement[];
}

/** Maximum characters of one child of the channel with all its elements. */
const itemCharsMax = 16 * 1024 * 1024;

/** Control characters, which XML does not allow and some exports contain. */
const controlCharacters = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** Errors of the parser that concern only a few characters. */
const toleratedErrors =
  /entity|unbound namespace prefix|disallowed character\.|"]]>"|outside of root|malformed comment|declaration/;

/**
 * Yields the children of the channel of a WordPress export (WXR 1.0 to 1.2) one after another, in bounded memory.
 * @throws invalid_parameter if the file isn't such an export, is cut off, or declares entities
 */
export async function* readWxr(path: string): AsyncGenerator<WxrElement> {
  const reader = new ChannelReader(path);
  try {
    for await (const chunk of createReadStream(path, 'utf8') as AsyncIterable<string>) {
      reader.write(chunk.replace(controlCharacters, ''));
      yield* reader.takeReady();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EISDIR' && code !== 'EACCES') throw error;
    throw transferError(`The file ${path} can't be read (${code}).`, 'SOURCE');
  }
  reader.close();
  yield* reader.takeReady();
}

class ChannelReader {
  readonly #parser = new SaxesParser({ xmlns: true });
  readonly #path: string;
  readonly #open: WxrElement[] = [];
  #ready: WxrElement[] = [];
  #itemChars = 0;
  #isWordPress = false;
  #hasEnded = false;
  #failure: Error | null = null;

  constructor(path: string) {
    this.#path = path;
    const parser = this.#parser;
    parser.on('error', ({ message }) => {
      if (!toleratedErrors.test(message))
        this.#fail(`it is damaged or cut off (${message.replace(/\.$/, '')})`);
    });
    parser.on('doctype', (doctype) => {
      if (doctype.includes('<!ENTITY')) this.#fail('it declares entities, which no export does');
    });
    parser.on('opentag', (tag) => this.#openTag(tag));
    parser.on('text', (text) => this.#addText(text));
    parser.on('cdata', (text) => this.#addText(text));
    parser.on('closetag', () => this.#closeTag());
  }

  write(chunk: string): void {
    this.#itemChars += chunk.length;
    if (this.#itemChars > itemCharsMax) this.#fail(`an item has more than ${itemCharsMax} characters`);
    else this.#parser.write(chunk);
    if (this.#failure !== null) throw this.#failure;
  }

  close(): void {
    this.#parser.close();
    if (this.#failure === null && !this.#hasEnded) this.#fail('it is cut off');
    if (this.#failure === null && !this.#isWordPress) this.#fail('it is a feed, not an export of WordPress');
    if (this.#failure !== null) throw this.#failure;
  }

  takeReady(): WxrElement[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  #fail(why: string): void {
    this.#failure ??= transferError(
      `${this.#path} can't be converted: ${why}. Export the site again under Tools > Export.`,
      'SOURCE',
    );
  }

  #openTag(tag: SaxesTagNS): void {
    const name = nameOf(tag);
    const isExpected = name === (['rss', 'channel'][this.#open.length] ?? name);
    if (!isExpected && this.#open.length === 0)
      this.#fail(`it isn't a WordPress export: it begins with <${tag.name}>`);
    if (name.startsWith('wp:')) this.#isWordPress = true;
    const attributes = Object.fromEntries(
      Object.values(tag.attributes).map(({ local, value }: SaxesAttributeNS) => [local, value]),
    );
    this.#open.push({ name, attributes, text: '', children: [] });
  }

  #addText(text: string): void {
    const element = this.#open.at(-1);
    if (element !== undefined && this.#open.length > 2) element.text += text;
  }

  #closeTag(): void {
    const element = this.#open.pop();
    if (element === undefined) return;
    if (this.#open.length > 2) this.#open.at(-1)?.children.push(element);
    else if (this.#open.length === 2) {
      this.#ready.push(element);
      this.#itemChars = 0;
    } else if (element.name === 'channel') this.#hasEnded = true;
  }
}

/** The name with the usual prefix. Exports declare other prefixes, and each version has namespaces of its own. */
function nameOf({ uri, prefix, local }: Pick<SaxesTagNS, 'uri' | 'prefix' | 'local'>): string {
  if (/wordpress\.org\/export\/[\d.]+\/excerpt\/?$/.test(uri)) return `excerpt:${local}`;
  if (/wordpress\.org\/export\/[\d.]+\/?$/.test(uri)) return `wp:${local}`;
  if (uri.includes('purl.org/rss/1.0/modules/content')) return `content:${local}`;
  if (uri.includes('purl.org/dc/elements')) return `dc:${local}`;
  return prefix === '' ? local : `${prefix}:${local}`;
}

/** The text of the first child with a name; empty if there is none. */
export function childText({ children }: WxrElement, name: string): string {
  return children.find((child) => child.name === name)?.text.trim() ?? '';
}
