import { clip } from '../../../contract/text/clip.ts';
import { type ApiError, type ErrorHints, apiError } from '../../../contract/errors/api-error.ts';
import type { RichtextLinks } from '../schema.ts';
import { LinkList } from '../links.ts';

const errorsMax = 20;

/** State of reading one document: errors, links and the number of nodes so far. */
export class RichtextReader {
  /** Errors of nodes, attributes and URLs. */
  readonly errors: ApiError[] = [];
  /** Errors of nodes and marks in the wrong position; reported only if there are no other errors. */
  readonly placementErrors: ApiError[] = [];
  readonly #links = new LinkList();
  readonly #fixedParam: string | null;
  nodes = 0;
  #errorCount = 0;

  /** @param fixedParam - `param` of every error if the caller didn't send the tree, as for Markdown */
  constructor(fixedParam: string | null = null) {
    this.#fixedParam = fixedParam;
  }

  /** Number of errors so far without those of positions; `errors` contains at most 20 of them. */
  get errorCount(): number {
    return this.#errorCount;
  }

  /** Whether `errors` has reached its maximum, so that further errors are not reported. */
  get isFull(): boolean {
    return this.errors.length >= errorsMax;
  }

  get links(): RichtextLinks {
    return this.#links;
  }

  linkTo(link: Parameters<LinkList['add']>[0], path: string): void {
    this.#links.add(link, this.param(path));
  }

  param(path: string): string {
    return this.#fixedParam ?? path;
  }

  /** Adds an error for an invalid part of the document at `path`. */
  reject(path: string, why: string, hints: Omit<ErrorHints, 'param'> = {}): void {
    this.#add(this.errors, invalidRichtext(this.param(path), why, hints));
  }

  /** Adds an error for an unknown node or mark. */
  rejectName(path: string, name: string, didYouMean: string | undefined): void {
    const hints = didYouMean === undefined ? {} : { did_you_mean: didYouMean };
    this.#add(
      this.errors,
      apiError('unknown_richtext_node', { name: clip(name) }, { param: this.param(path), ...hints }),
    );
  }

  /** Adds an error for a node or mark in the wrong position. */
  rejectPlacement(path: string, why: string, hints: Omit<ErrorHints, 'param'>): void {
    this.#add(this.placementErrors, invalidRichtext(this.param(path), why, hints));
  }

  #add(list: ApiError[], error: ApiError): void {
    if (list === this.errors) this.#errorCount += 1;
    if (list.length < errorsMax) list.push(error);
  }
}

/** Creates an `invalid_richtext_document` error; `param` is its path in the body (specification: several-faults). */
export function invalidRichtext(param: string, why: string, hints: Omit<ErrorHints, 'param'> = {}): ApiError {
  return apiError('invalid_richtext_document', { why }, { param, ...hints });
}

/** Returns the JSON type of a value for `got`. */
export function jsonKindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value of an own property, ignoring the prototype. */
export function ownValue(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Whether a text is well-formed Unicode without U+0000 (specification: bodies). */
export function isCleanText(text: string): boolean {
  return !/\p{Surrogate}|\0/u.test(text);
}
