import { createHmac } from 'node:crypto';
import { type IdKind, idPrefixes, idText, kindOfId } from '../../contract/ids.ts';
import type { Row } from '../schema.ts';

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
  'version',
  'thread',
  'comment',
  'trash',
];
const prefixes = kinds.map((kind) => idPrefixes[kind]).join('|');
const idPattern = new RegExp(`(?<![0-9a-z])(${prefixes})_([0-9a-z]{18})([0-9a-z]{8})(?![0-9a-z])`, 'g');

/** Collects the ids that the rows of a project have, so that other texts that look like ids are not replaced. */
export class ProjectIds {
  readonly #ids = new Set<string>();

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Adds the ids of a row and of the blocks in its values. */
  addRow(row: Row): void {
    for (const [id] of row._id.matchAll(idPattern)) this.#ids.add(id);
    this.addItem(row);
  }

  /** Adds the value of each key `id` and `_id`, at any depth. */
  addItem(value: unknown): void {
    if (Array.isArray(value)) for (const item of value) this.addItem(item);
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return;
    for (const [key, item] of Object.entries(value)) {
      if (typeof item === 'object') this.addItem(item);
      else if ((key === 'id' || key === '_id') && typeof item === 'string' && kindOfId(item) !== null)
        this.#ids.add(item);
    }
  }
}

/**
 * Replaces the ids of a project by those of its copy. The same id always becomes the same new one, so rows can be copied
 * one by one. The time and half of the random part stay, which keeps the order of rows.
 */
export class NewIds {
  readonly #copyId: string;
  readonly #projectIds: ReadonlyMap<string, string>;
  readonly #ids: ProjectIds;

  /** @param copyId the id of the new project, which replaces `originalId` */
  constructor(copyId: string, { originalId, ids }: { originalId: string | null; ids: ProjectIds }) {
    this.#copyId = copyId;
    this.#ids = ids;
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
    const renewed = text.replace(idPattern, (id, prefix: string, kept: string) =>
      this.#ids.has(id) ? `${prefix}_${kept}${this.#ending(id)}` : id,
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
