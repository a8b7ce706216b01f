import { createReadStream } from 'node:fs';
import { transferError } from '../transfer-error.ts';

/** An element of a list in a JSON file. */
export interface JsonRow {
  /** The keys that lead to the list, for example `db.data.posts`. */
  table: string;
  /** The element; null if its list is only counted. */
  value: unknown;
}

/** Whether the elements of a list are read, only counted, or searched for other lists. */
export type TableRule = (table: string) => 'read' | 'count' | 'search';

/** Maximum characters of one element. */
const rowCharsMax = 16 * 1024 * 1024;
const depthMax = 1_000;

/**
 * Yields the elements of the lists of a JSON file one after another, in bounded memory. Only elements of lists that are read
 * are parsed.
 * @throws invalid_parameter if the file isn't a JSON object, or is cut off
 */
export async function* readJsonRows(path: string, rule: TableRule): AsyncGenerator<JsonRow> {
  const scanner = new RowScanner(rule);
  try {
    for await (const chunk of createReadStream(path, 'utf8') as AsyncIterable<string>) {
      scanner.write(chunk);
      yield* scanner.take();
    }
    scanner.end();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof SyntaxError)
      throw transferError(`${path} can't be converted: ${message}. Export the content again.`, 'SOURCE');
    if (code !== 'ENOENT' && code !== 'EISDIR' && code !== 'EACCES') throw error;
    throw transferError(`The file ${path} can't be read (${code}).`, 'SOURCE');
  }
}

interface Container {
  isList: boolean;
  /** The keys that lead to it. */
  path: string;
  /** The key of the value that follows; only in objects. */
  key: string;
}

/** Finds the elements of lists in a text that arrives in chunks. */
class RowScanner {
  readonly #rule: TableRule;
  readonly #open: Container[] = [];
  #rows: JsonRow[] = [];
  #hasStarted = false;
  #isInString = false;
  #isEscaped = false;
  /** The string that is being read, outside of rows. */
  #string = '';
  /** The list whose elements are rows, with its nesting; null outside of such a list. */
  #table: { name: string; depth: number; isRead: boolean } | null = null;
  #row = '';
  #hasRow = false;

  constructor(rule: TableRule) {
    this.#rule = rule;
  }

  write(chunk: string): void {
    let rowStart = 0;
    for (let i = 0; i < chunk.length; i += 1) {
      const char = chunk.charAt(i);
      if (this.#isInString) this.#readString(char);
      else if (this.#isRowEnd(char)) {
        this.#endRow(chunk.slice(rowStart, i));
        rowStart = i + 1;
        if (char === ']') this.#close(char);
      } else {
        const wasOutside = this.#table === null;
        this.#readStructure(char);
        if (wasOutside && this.#table !== null) rowStart = i + 1;
      }
    }
    if (this.#table?.isRead === true) this.#row += chunk.slice(rowStart);
    if (this.#row.length > rowCharsMax)
      throw new SyntaxError(`an element has more than ${rowCharsMax} characters`);
  }

  take(): JsonRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  end(): void {
    if (!this.#hasStarted) throw new SyntaxError("it isn't a JSON object");
    if (this.#open.length > 0) throw new SyntaxError('it is cut off');
  }

  #readString(char: string): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (char === '\\') this.#isEscaped = true;
    else if (char === '"') {
      this.#isInString = false;
      return;
    }
    if (this.#table === null && this.#string.length < 200) this.#string += char;
  }

  #readStructure(char: string): void {
    if (!this.#hasStarted && !/[\s\uFEFF]/.test(char)) {
      if (char !== '{') throw new SyntaxError("it isn't a JSON object");
      this.#hasStarted = true;
    }
    if (this.#table !== null && !/\s/.test(char)) this.#hasRow = true;
    if (char === '"') {
      this.#isInString = true;
      this.#string = '';
    } else if (char === ':') {
      const container = this.#open.at(-1);
      if (container !== undefined) container.key = this.#string;
    } else if (char === '{' || char === '[') this.#openContainer(char === '[');
    else if (char === '}' || char === ']') this.#close(char);
  }

  #openContainer(isList: boolean): void {
    const parent = this.#open.at(-1);
    const path = [parent?.path ?? '', parent?.isList === false && this.#table === null ? parent.key : '']
      .filter((part) => part !== '')
      .join('.');
    this.#open.push({ isList, path, key: '' });
    if (this.#open.length > depthMax) throw new SyntaxError(`it is nested more than ${depthMax} deep`);
    if (!isList || this.#table !== null) return;
    const rule = this.#rule(path);
    if (rule === 'search') return;
    this.#table = { name: path, depth: this.#open.length, isRead: rule === 'read' };
    this.#row = '';
    this.#hasRow = false;
  }

  #isRowEnd(char: string): boolean {
    return (char === ',' || char === ']') && this.#table !== null && this.#open.length === this.#table.depth;
  }

  #endRow(rest: string): void {
    const { name, isRead } = this.#table ?? { name: '', isRead: false };
    if (this.#hasRow)
      this.#rows.push({ table: name, value: isRead ? (JSON.parse(this.#row + rest) as unknown) : null });
    this.#row = '';
    this.#hasRow = false;
  }

  #close(char: string): void {
    const container = this.#open.pop();
    if (container?.isList !== (char === ']')) throw new SyntaxError(`"${char}" is unexpected`);
    if (this.#table !== null && this.#open.length < this.#table.depth) this.#table = null;
  }
}
