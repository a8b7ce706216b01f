import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Document, LineCounter, isCollection, isNode, parseDocument } from 'yaml';
import { splitFrontMatter } from './front-matter.ts';
import { type KeyPath, type SeedError, keyText } from '../seed-errors.ts';

/** A parsed seed file, with the location of each part. */
export interface SeedText {
  /** Path below the seeds folder, with forward slashes. */
  file: string;
  /** The file's name without its ending. */
  stem: string;
  data: unknown;
  /** The Markdown below the front matter; null when there is none. */
  markdown: string | null;
  /** The line of the file on which the Markdown begins, counted from 1. */
  markdownLine: number;
  /** Creates an error at this path, with the line of that part or of its nearest existing parent. */
  errorAt(path: KeyPath, message: string): SeedError;
}

/**
 * Reads `<root>/<file>`: JSON, or Markdown with YAML front matter. The YAML parser reads both (JSON is
 * YAML), because it records the line of every key and rejects duplicates.
 * @returns the file, or the errors that prevent reading it
 */
export async function readSeedText(root: string, file: string): Promise<SeedText | SeedError[]> {
  const text = await readFile(join(root, file), 'utf8');
  const stem = file.slice(file.lastIndexOf('/') + 1, file.lastIndexOf('.'));
  if (file.endsWith('.json')) {
    return parseData({ file, stem, markdown: null, markdownLine: 1 }, text, { firstLine: 1, json: true });
  }
  const parts = splitFrontMatter(text);
  if (parts === null) {
    const message = 'begin the file with front matter: a line ---, the settings, and a second line ---';
    return [{ file, line: 1, key: '', message }];
  }
  const { yaml, yamlLine, markdown, markdownLine } = parts;
  const markdownOrNull = markdown === '' ? null : markdown;
  return parseData({ file, stem, markdown: markdownOrNull, markdownLine }, yaml, {
    firstLine: yamlLine,
    json: false,
  });
}

function parseData(
  rest: Omit<SeedText, 'data' | 'errorAt'>,
  text: string,
  { firstLine, json }: { firstLine: number; json: boolean },
): SeedText | SeedError[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, strict: true });
  const lineAt = (offset: number) => lines.linePos(offset).line + firstLine - 1;
  const errors = document.errors.map(({ message, code, pos }): SeedError => ({
    file: rest.file,
    line: lineAt(pos[0]),
    key: '',
    message: `${message}.${adviceFor(code)}`,
  }));
  if (json && errors.length === 0) errors.push(...findJsonErrors(rest.file, text));
  if (errors.length > 0) return errors;
  const data: unknown = document.toJS();
  return {
    ...rest,
    data,
    errorAt: (path, message) => ({
      file: rest.file,
      line: lineAt(offsetOf(document, path)),
      key: keyText(path),
      message,
    }),
  };
}

/** YAML allows more than JSON (comments, trailing commas), which other tools would not read. */
function findJsonErrors(file: string, text: string): SeedError[] {
  try {
    JSON.parse(text);
    return [];
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    return [
      { file, line: null, key: '', message: `this is not JSON (${why}); no comments, no trailing commas` },
    ];
  }
}

function adviceFor(code: string): string {
  if (code === 'BLOCK_AS_IMPLICIT_KEY') return ' Put a text that contains ": " in quotes';
  if (code === 'TAB_AS_INDENT') return ' Indent with spaces';
  if (code === 'DUPLICATE_KEY') return ' Remove one of the two';
  return '';
}

/** Returns the offset of the value at the path, or of its nearest existing parent. */
function offsetOf(document: Document, path: KeyPath): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  const { contents } = document;
  return isCollection(contents) && contents.range ? contents.range[0] : 0;
}
