/** A field as far as the keys of its values are concerned. */
interface KeyedField {
  readonly key: string;
  /** Absent if values are stored under `key`. */
  readonly storage_key?: string;
}

/** The key under which the values of a field are stored: its first one, so that a rename changes no entry. */
export function storageKey({ key, storage_key: stored = key }: KeyedField): string {
  return stored;
}

/** The storage key of the field that has a key; the key itself if there is none. */
export function storageKeyOf(fields: readonly KeyedField[], key: string): string {
  const field = fields.find((each) => each.key === key);
  return field === undefined ? key : storageKey(field);
}

/** The field whose values are stored under a key. */
export function fieldStoredAs<F extends KeyedField>(fields: readonly F[], stored: string): F | undefined {
  return fields.find((field) => storageKey(field) === stored);
}

/** The key of the field whose values are stored under a key, also if the definition no longer has the field. */
export function keyStoredAs(
  { fields, removed = [] }: { fields: readonly KeyedField[]; removed?: readonly KeyedField[] },
  stored: string,
): string {
  return fieldStoredAs([...fields, ...removed], stored)?.key ?? stored.replace(/~.*/, '');
}
