import { fieldStoredAs } from '../../../contract/fields/storage-key.ts';
import type { Block } from '../../../contract/fields/blocks.ts';
import type { ProjectDb, ReleaseDb } from '../../../core/mongo/index.ts';
import {
  findTrash,
  type ThreadRecord,
  type TrashRecord,
  trashRowId,
  type VersionRecord,
} from '../../../lifecycle/index.ts';
import type { Field } from '../../fields/schema.ts';
import { type ExportedForms, exportedForms } from './exported-entries.ts';
import { findEntry } from './repository.ts';
import type { EntryRecord, EntryValues } from './schema.ts';

/** Converts the history of entries to the form of an export, where values have the keys of their fields. */
export class ExportedHistory {
  readonly #db: ProjectDb;
  readonly #releases: readonly string[];
  readonly #forms = new Map<string, Promise<ExportedForms>>();
  /** The last entry, because versions of an entry follow each other. */
  #last: { key: string; entry: Promise<EntryRecord | null> } | null = null;

  /** @param releases the ids of the exported releases */
  constructor(db: ProjectDb, releases: readonly string[]) {
    this.#db = db;
    this.#releases = releases;
  }

  /** Returns null for entries of releases that are not exported. */
  async version(version: VersionRecord): Promise<VersionRecord | null> {
    const [release = '', entryId] = version.item.split('/');
    if (entryId === undefined) return version; // an article
    const forms = await this.#formsOf(release);
    if (forms === null || !forms.changesValues) return forms === null ? null : version;
    const type = await this.#typeOf(release, entryId);
    if (type === null) return version;
    const { values, peak } = version;
    const exported = (stored: object) => forms.valuesOf(type, stored as EntryValues);
    return {
      ...version,
      values: exported(values),
      ...(peak === undefined ? {} : { peak: { ...peak, values: exported(peak.values) } }),
    };
  }

  /** Returns null for entries of releases that are not exported. */
  async trash(item: TrashRecord): Promise<TrashRecord | null> {
    if (item.kind !== 'entry') return item;
    const forms = await this.#formsOf(item.release ?? '');
    return forms === null ? null : { ...item, record: forms.entryOf(item.record as EntryRecord) };
  }

  /** Returns a thread whose anchor names its field by the key. */
  async thread(thread: ThreadRecord): Promise<ThreadRecord> {
    const { anchor, kind, release, item } = thread;
    if (anchor?.field == null || kind !== 'entry' || release === null) return thread;
    const forms = await this.#formsOf(release.id);
    if (forms === null || !forms.changesValues) return thread;
    const entry = await this.#entry(release.id, item);
    const fields = entry === null ? [] : fieldsAt(forms, entry, anchor.block_id);
    const key = fieldStoredAs(fields, anchor.field)?.key ?? anchor.field;
    return { ...thread, anchor: { ...anchor, field: key } };
  }

  #formsOf(releaseId: string): Promise<ExportedForms | null> {
    if (!this.#releases.includes(releaseId)) return Promise.resolve(null);
    const forms = this.#forms.get(releaseId) ?? exportedForms(this.#release(releaseId));
    this.#forms.set(releaseId, forms);
    return forms;
  }

  /** The type of an entry, also of one in the trash. */
  async #typeOf(releaseId: string, entryId: string): Promise<string | null> {
    const entry = await this.#entry(releaseId, entryId);
    if (entry !== null) return entry.type;
    const item = await findTrash(this.#db, trashRowId(this.#db, { releaseId, itemId: entryId }));
    return item?.type ?? null;
  }

  #entry(releaseId: string, entryId: string): Promise<EntryRecord | null> {
    const key = `${releaseId}/${entryId}`;
    if (this.#last?.key !== key) this.#last = { key, entry: findEntry(this.#release(releaseId), entryId) };
    return this.#last.entry;
  }

  #release(releaseId: string): ReleaseDb {
    return this.#db.release(releaseId);
  }
}

/** The fields of an entry, or of a block in its draft. */
function fieldsAt(
  { fieldsOf, blockFields }: ExportedForms,
  { type, draft }: EntryRecord,
  blockId: string | null,
): readonly Field[] {
  if (blockId === null) return fieldsOf(type);
  const block = findBlock(Object.values(draft), blockId);
  return block === null ? [] : blockFields(block.block);
}

function findBlock(values: readonly unknown[], id: string): Block | null {
  for (const value of values) {
    if (!Array.isArray(value)) continue;
    for (const item of value as Partial<Block>[]) {
      if (typeof item !== 'object' || item === null || item.values === undefined) continue;
      if (item.id === id) return item as Block;
      const inner = findBlock(Object.values(item.values), id);
      if (inner !== null) return inner;
    }
  }
  return null;
}
