import { isId } from '../../../contract/ids.ts';
import { storageKey } from '../../../contract/fields/storage-key.ts';
import { toNfc } from '../../../contract/text/nfc.ts';
import {
  type EntryRecord,
  type Field,
  findByUniques,
  findEntries,
  loadTypes,
  type TypeShape,
} from '../../../content/index.ts';
import type { ReleaseContext } from '../../../core/context/index.ts';

/** A unique value in the form that entries store in `uniques`. */
export function uniqueOf(field: Field, text: string): string {
  return `${storageKey(field)}=${toNfc(text)}`;
}

/** The text as a value of each unique field. */
function uniquesOf(fields: readonly Field[], text: string): string[] {
  return fields.filter(({ options }) => options.unique === true).map((field) => uniqueOf(field, text));
}

/** The entries that the rows of a batch change or refer to, read before the first row is stored. */
export class StoredEntries {
  readonly #context: ReleaseContext;
  readonly #type: TypeShape;
  readonly #byId = new Map<string, EntryRecord>();
  readonly #byUnique = new Map<string, EntryRecord>();
  /** Ids by content type and unique value. */
  readonly #targets = new Map<string, string>();
  readonly #fieldsByType = new Map<string, readonly Field[]>();

  constructor(context: ReleaseContext, type: TypeShape) {
    this.#context = context;
    this.#type = type;
  }

  /** Reads the entries of the type with these ids, and those with these values of the field. */
  async load(ids: readonly string[], key: Field | null, keyTexts: readonly string[]): Promise<void> {
    const { db } = this.#context;
    const entryIds = ids.filter((id) => isId('entry', id));
    if (entryIds.length > 0) for (const entry of await findEntries(db, entryIds)) this.add(entry);
    if (key === null) return;
    const uniques = keyTexts.map((text) => uniqueOf(key, text));
    for (const entry of await findByUniques(db, this.#type.slug, uniques)) this.add(entry);
  }

  /** Reads the targets of references that name entries by unique values. */
  async loadTargets(references: ReadonlyMap<string, ReadonlySet<string>>): Promise<void> {
    if (references.size === 0) return;
    const types = await loadTypes(this.#context);
    for (const [slug, texts] of references) {
      const fields = types.get(slug)?.fields ?? [];
      this.#fieldsByType.set(slug, fields);
      const uniques = [...texts].flatMap((text) => uniquesOf(fields, text));
      for (const { id, uniques: entryUniques = [] } of await findByUniques(this.#context.db, slug, uniques))
        for (const unique of entryUniques) this.#targets.set(`${slug} ${unique}`, id);
    }
  }

  /** Adds a stored entry, so that later rows find it. */
  add(entry: EntryRecord): void {
    if (entry.type !== this.#type.slug) return;
    this.#byId.set(entry.id, entry);
    for (const unique of entry.uniques ?? []) {
      this.#byUnique.set(unique, entry);
      this.#targets.set(`${entry.type} ${unique}`, entry.id);
    }
  }

  withId(id: string): EntryRecord | null {
    return this.#byId.get(id) ?? null;
  }

  withKey(key: Field, text: string): EntryRecord | null {
    return this.#byUnique.get(uniqueOf(key, text)) ?? null;
  }

  /** The id of the entry that a reference names. Without such an entry the text itself, which the write then rejects. */
  targetOf(slug: string, text: string): string {
    if (isId('entry', text)) return text;
    const uniques = uniquesOf(this.#fieldsByType.get(slug) ?? [], text);
    for (const unique of uniques) {
      const id = this.#targets.get(`${slug} ${unique}`);
      if (id !== undefined) return id;
    }
    return text;
  }
}
