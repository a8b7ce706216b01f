import { clip } from '../../../contract/text/clip.ts';
import { type ApiError, type ErrorHints, apiError } from '../../../contract/errors/api-error.ts';
import type { RichtextLinks } from '../schema.ts';
import { LinkList } from '../links.ts';

const faultsMax = 20;

/** What is kept while one document is read: its faults by step, its links, how many nodes it had so far. */
export class RichtextReader {
  /** Faults of nodes, attributes and addresses. */
  readonly faults: ApiError[] = [];
  /** Nodes and marks where none may stand; reported only when there are no other faults. */
  readonly misplaced: ApiError[] = [];
  readonly #links = new LinkList();
  readonly #fixedParam: string | null;
  nodes = 0;
  #faultCount = 0;

  /** @param fixedParam - what to blame for every fault, when the paths of the tree mean nothing to the caller. */
  constructor(fixedParam: string | null = null) {
    this.#fixedParam = fixedParam;
  }

  /** How many faults were noted so far, those of places aside; the list itself ends at 20. */
  get faultCount(): number {
    return this.#faultCount;
  }

  /** Whether enough faults were found; more would not be reported. */
  get isFull(): boolean {
    return this.faults.length >= faultsMax;
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

  /** Notes that the document is not valid at `path`. */
  refuse(path: string, why: string, hints: Omit<ErrorHints, 'param'> = {}): void {
    this.#note(this.faults, invalidRichtext(this.param(path), why, hints));
  }

  /** Notes a node or mark that the vocabulary does not have. */
  refuseName(path: string, name: string, didYouMean: string | undefined): void {
    const hints = didYouMean === undefined ? {} : { did_you_mean: didYouMean };
    this.#note(
      this.faults,
      apiError('unknown_richtext_node', { name: clip(name) }, { param: this.param(path), ...hints }),
    );
  }

  /** Notes a node or mark in a wrong place. */
  refusePlace(path: string, why: string, hints: Omit<ErrorHints, 'param'>): void {
    this.#note(this.misplaced, invalidRichtext(this.param(path), why, hints));
  }

  #note(list: ApiError[], fault: ApiError): void {
    if (list === this.faults) this.#faultCount += 1;
    if (list.length < faultsMax) list.push(fault);
  }
}

/** The refusal of a document; `param` is the path of the fault (specification: several-faults). */
export function invalidRichtext(param: string, why: string, hints: Omit<ErrorHints, 'param'> = {}): ApiError {
  return apiError('invalid_richtext_document', { why }, { param, ...hints });
}

/** The JSON kind of a value, as `got` names it. */
export function jsonKindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of an object's own key; what the prototype has is not there. */
export function ownValue(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Whether a text is well-formed Unicode without U+0000 (specification: bodies). */
export function isCleanText(text: string): boolean {
  return !/\p{Surrogate}|\0/u.test(text);
}
