import { createHmac } from 'node:crypto';
import { type IdKind, idPrefixes, idText } from '../contract/ids.ts';
import type { Row } from './schema.ts';

/** The kinds of ids in the rows of an export. */
const kinds: readonly IdKind[] = [
  'entry',
  'release',
  'media',
  'author',
  'blog_category',
  'blog_article',
  'kb_article',
  'kb_collection',
  'kb_section',
  'block',
  'locale',
];
const prefixes = kinds.map((kind) => idPrefixes[kind]).join('|');
const idPattern = new RegExp(`(?<![0-9a-z])(${prefixes})_([0-9a-z]{18})([0-9a-z]{8})(?![0-9a-z])`, 'g');

/**
 * Replaces the ids of a project by those of its copy. The same id always becomes the same new one, so rows can be copied
 * one by one. The time and half of the random part stay, which keeps the order of rows.
 */
export class NewIds {
  readonly #copyId: string;
  readonly #projectIds: ReadonlyMap<string, string>;

  /** @param copyId the id of the new project, which replaces `originalId` */
  constructor(copyId: string, originalId: string | null) {
    this.#copyId = copyId;
    this.#projectIds = new Map(originalId === null ? [] : [[originalId, copyId]]);
  }

  /** Replaces the ids in all texts and keys of a row. An `_id` without ids, such as that of a vote, is hashed. */
  rowOf(row: Row): Row {
    const renewed = this.valueOf(row) as Row;
    return renewed._id === row._id ? { ...renewed, _id: this.#digest(row._id).toString('hex') } : renewed;
  }

  valueOf(value: unknown): unknown {
    if (typeof value === 'string') return this.textOf(value);
    if (Array.isArray(value)) return value.map((item) => this.valueOf(item));
    if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype)
      return value; // dates and the numbers of BSON contain no ids
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [this.textOf(key), this.valueOf(item)]),
    );
  }

  textOf(text: string): string {
    const renewed = text.replace(
      idPattern,
      (id, prefix: string, kept: string) => `${prefix}_${kept}${this.#ending(id)}`,
    );
    return [...this.#projectIds].reduce((result, [from, to]) => result.replaceAll(from, to), renewed);
  }

  #ending(id: string): string {
    return idText(this.#digest(id).subarray(0, 8));
  }

  #digest(id: string): Buffer {
    return createHmac('sha256', this.#copyId).update(id).digest();
  }
}
