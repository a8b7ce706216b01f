import { limits } from '../contract/limits.ts';
import { joinProblems } from '../contract/problem.ts';
import { markdownToNodes } from './markdown.ts';
import { DearMarkdown } from './markdown-parser.ts';
import { readChildren } from './read-nodes.ts';
import { type JsonObject, Reading, clip, invalid, isCleanText, isObject, kindOf, own } from './reading.ts';
import type { RichtextDocument, RichtextLinks, RichtextWarning } from './schema.ts';

/** A written value after the check: what to store, what it points at, and what to say about the conversion. */
export interface ReadRichtext {
  document: RichtextDocument;
  /** Ids whose existence the caller checks; `param` is where each stands in what was sent. */
  links: RichtextLinks;
  warnings: RichtextWarning[];
}

const expected = 'a rich text document, or {"markdown": "..."}';

/**
 * Reads a written rich text value in any of its forms (specification: rich-text-vocabulary): a document, with or without `version`;
 * TipTap's `doc`; the read object, whose `json` counts; `{markdown}`.
 *
 * @param param - the path of the field, `body` say; faults are named below it.
 * @throws Problem `invalid_richtext_document` or `unknown_richtext_node`, with all faults when there are several.
 */
export function readRichtext(value: unknown, param: string): ReadRichtext {
  if (!isObject(value)) {
    throw invalid(param, 'it must be an object with "content"', { expected, got: kindOf(value) });
  }
  if (Object.hasOwn(value, 'markdown')) return readMarkdown(value, param);
  if (Object.hasOwn(value, 'json') && !Object.hasOwn(value, 'content')) {
    refuseOtherKeys(value, ['json', 'html', 'plain', 'toc'], param);
    const json = own(value, 'json');
    if (!isObject(json))
      throw invalid(`${param}.json`, 'json must be a document', { expected, got: kindOf(json) });
    return readDocument(json, `${param}.json`);
  }
  return readDocument(value, param);
}

function readDocument(value: JsonObject, param: string): ReadRichtext {
  refuseOtherKeys(value, ['version', 'type', 'content'], param);
  const version = own(value, 'version');
  if (version !== undefined && version !== 2) {
    throw invalid(`${param}.version`, 'its version must be 2', { expected: '2', got: kindOf(version) });
  }
  const type = own(value, 'type');
  if (type !== undefined && type !== 'doc') {
    throw invalid(`${param}.type`, 'the type of a document must be "doc" or left out', {
      expected: '"doc"',
      got: kindOf(type),
    });
  }
  const content = own(value, 'content');
  if (!Array.isArray(content)) {
    const why = 'content must be a list of nodes';
    throw invalid(`${param}.content`, why, { expected: 'array', got: kindOf(content) });
  }
  return finish(new Reading(), content, param);
}

function readMarkdown(value: JsonObject, param: string): ReadRichtext {
  refuseOtherKeys(value, ['markdown'], param);
  const at = `${param}.markdown`;
  const markdown = own(value, 'markdown');
  if (typeof markdown !== 'string') {
    throw invalid(at, 'markdown must be a text', { expected: 'string', got: kindOf(markdown) });
  }
  if (Buffer.byteLength(markdown) > limits.richtext_bytes_max) throw tooLarge(at);
  if (!isCleanText(markdown)) throw invalid(at, 'the text is not well-formed Unicode, or contains U+0000');
  const { nodes, losses } = converted(markdown, at);
  const read = finish(new Reading(at), nodes, param);
  const warnings = losses.map((message) => ({ code: 'richtext_simplified' as const, message, param: at }));
  return { ...read, warnings };
}

function converted(markdown: string, at: string): ReturnType<typeof markdownToNodes> {
  try {
    return markdownToNodes(markdown);
  } catch (error) {
    if (error instanceof DearMarkdown) throw invalid(at, error.why);
    throw error;
  }
}

function finish(reading: Reading, nodes: readonly unknown[], param: string): ReadRichtext {
  const content = readChildren(reading, 'doc', nodes, { path: `${param}.content`, depth: 0 });
  const fault = joinProblems(reading.faults) ?? joinProblems(reading.misplaced);
  if (fault !== null) throw fault;
  const document: RichtextDocument = { version: 2, content };
  if (Buffer.byteLength(JSON.stringify(document)) > limits.richtext_bytes_max)
    throw tooLarge(reading.param(param));
  return { document, links: reading.links, warnings: [] };
}

function tooLarge(param: string) {
  return invalid(param, `it is larger than ${limits.richtext_bytes_max / 1024} KiB`);
}

function refuseOtherKeys(value: JsonObject, known: readonly string[], param: string): void {
  const other = Object.keys(value).find((key) => !known.includes(key));
  if (other === undefined) return;
  const why = `"${clip(other)}" cannot stand here`;
  throw invalid(`${param}.${clip(other)}`, why, { expected: known.join(', ') });
}
