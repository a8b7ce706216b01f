import { clip } from '../../../contract/text/clip.ts';
import { limits } from '../../../contract/limits.ts';
import { combineErrors, ApiError } from '../../../contract/errors/api-error.ts';
import { htmlToNodes } from '../html/html.ts';
import { type HtmlTargets, projectTargets } from '../html/targets.ts';
import { markdownToNodes } from '../markdown/markdown.ts';
import { InputTooComplex } from '../too-complex.ts';
import { readChildren } from './read-nodes.ts';
import {
  type JsonObject,
  RichtextReader,
  invalidRichtext,
  isCleanText,
  isObject,
  jsonKindOf,
  ownValue,
} from './reader.ts';
import type { RichtextDocument, RichtextLinks, RichtextWarning } from '../schema.ts';

/** A validated value: the document to store, its links, and warnings about the conversion. */
export interface ReadRichtext {
  document: RichtextDocument;
  /** Ids whose existence the caller must check; `param` is the path of the id in the request body. */
  links: RichtextLinks;
  warnings: RichtextWarning[];
}

const expected = 'a rich text document, {"markdown": "..."} or {"html": "..."}';

const converters = { markdown: markdownToNodes, html: htmlToNodes } as const;
type TextFormat = keyof typeof converters;

/**
 * Reads a rich text value of a request (specification: rich-text-vocabulary): a document, with or without `version`;
 * a TipTap `doc`; a served value, of which only `json` is used; `{markdown}`; or `{html}`.
 * @param param - path of the field such as `body`; errors contain paths that start with it
 * @param targets - recognizes URLs of the project in Markdown and HTML
 * @throws invalid_richtext_document, unknown_richtext_node: all errors, combined
 */
export function readRichtext(
  value: unknown,
  param: string,
  targets: HtmlTargets = projectTargets(),
): ReadRichtext {
  if (typeof value === 'string') {
    const message = `The field ${param} takes a document, not a string. For Markdown, send {"markdown": "..."}; for HTML, {"html": "..."}.`;
    throw new ApiError('invalid_richtext_document', message, { param, expected, got: 'string' });
  }
  if (!isObject(value)) {
    throw invalidRichtext(param, 'it must be an object with "content"', { expected, got: jsonKindOf(value) });
  }
  if (Object.hasOwn(value, 'markdown')) return readText(value, 'markdown', { param, targets });
  const isHtml = Object.hasOwn(value, 'html') && !Object.hasOwn(value, 'json');
  if (isHtml && !Object.hasOwn(value, 'content')) return readText(value, 'html', { param, targets });
  if (Object.hasOwn(value, 'json') && !Object.hasOwn(value, 'content')) {
    rejectOtherKeys(value, ['json', 'html', 'plain', 'toc'], param);
    const json = ownValue(value, 'json');
    if (!isObject(json))
      throw invalidRichtext(`${param}.json`, 'json must be a document', { expected, got: jsonKindOf(json) });
    return readDocument(json, `${param}.json`);
  }
  return readDocument(value, param);
}

function readDocument(value: JsonObject, param: string): ReadRichtext {
  rejectOtherKeys(value, ['version', 'type', 'content'], param);
  const version = ownValue(value, 'version');
  if (version !== undefined && version !== 2) {
    throw invalidRichtext(`${param}.version`, 'its version must be 2', {
      expected: '2',
      got: jsonKindOf(version),
    });
  }
  const type = ownValue(value, 'type');
  if (type !== undefined && type !== 'doc') {
    throw invalidRichtext(`${param}.type`, 'the type of a document must be "doc" or left out', {
      expected: '"doc"',
      got: jsonKindOf(type),
    });
  }
  const content = ownValue(value, 'content');
  if (!Array.isArray(content)) {
    const why = 'content must be a list of nodes';
    throw invalidRichtext(`${param}.content`, why, { expected: 'array', got: jsonKindOf(content) });
  }
  return finish(new RichtextReader(), content, param);
}

/** Converts a value in Markdown or HTML. */
function readText(
  value: JsonObject,
  format: TextFormat,
  { param, targets }: { param: string; targets: HtmlTargets },
): ReadRichtext {
  rejectOtherKeys(value, [format], param);
  const at = `${param}.${format}`;
  const text = ownValue(value, format);
  if (typeof text !== 'string') {
    throw invalidRichtext(at, `${format} must be a text`, { expected: 'string', got: jsonKindOf(text) });
  }
  if (Buffer.byteLength(text) > limits.richtext_bytes_max) throw tooLarge(at);
  if (!isCleanText(text))
    throw invalidRichtext(at, 'the text is not well-formed Unicode, or contains U+0000');
  const { nodes, losses } = convert(text, format, { at, targets });
  const read = finish(new RichtextReader(at), nodes, param);
  const warnings = losses.map((message) => ({ code: 'richtext_simplified' as const, message, param: at }));
  return { ...read, warnings };
}

function convert(
  text: string,
  format: TextFormat,
  { at, targets }: { at: string; targets: HtmlTargets },
): ReturnType<typeof markdownToNodes> {
  try {
    return converters[format](text, targets);
  } catch (error) {
    if (error instanceof InputTooComplex) throw invalidRichtext(at, error.why);
    throw error;
  }
}

function finish(reader: RichtextReader, nodes: readonly unknown[], param: string): ReadRichtext {
  const content = readChildren(reader, 'doc', nodes, { path: `${param}.content`, depth: 0 });
  const combined = combineErrors(reader.errors) ?? combineErrors(reader.placementErrors);
  if (combined !== null) throw combined;
  const document: RichtextDocument = { version: 2, content };
  if (Buffer.byteLength(JSON.stringify(document)) > limits.richtext_bytes_max)
    throw tooLarge(reader.param(param));
  return { document, links: reader.links, warnings: [] };
}

function tooLarge(param: string) {
  return invalidRichtext(param, `it is larger than ${limits.richtext_bytes_max / 1024} KiB`);
}

function rejectOtherKeys(value: JsonObject, allowedKeys: readonly string[], param: string): void {
  const otherKey = Object.keys(value).find((key) => !allowedKeys.includes(key));
  if (otherKey === undefined) return;
  const why = `"${clip(otherKey)}" cannot stand here`;
  throw invalidRichtext(`${param}.${clip(otherKey)}`, why, { expected: allowedKeys.join(', ') });
}
