import type { Collection, Document } from 'mongodb';

/**
 * Replaces the encrypted texts in one field of a collection. A text that changes meanwhile keeps its new value.
 * @returns the number of replaced texts
 */
export async function renewSealed<R extends Document>(
  collection: Collection<R>,
  field: string,
  renew: (sealed: string) => string | null,
): Promise<number> {
  const rows = collection as unknown as Collection<{ _id: string; project_id?: string }>;
  let count = 0;
  const filter = { [field]: { $type: 'string' as const } };
  for await (const row of rows.find<Document>(filter, { projection: { project_id: 1, [field]: 1 } })) {
    const sealed = String(field.split('.').reduce<unknown>((value, key) => (value as Document)[key], row));
    const renewed = renew(sealed);
    if (renewed === null) continue;
    const { _id, project_id } = row as { _id: string; project_id?: string };
    // A sharded collection finds one row only with its project.
    const scope = project_id === undefined ? {} : { project_id };
    await rows.updateOne({ _id, ...scope, [field]: sealed }, { $set: { [field]: renewed } });
    count += 1;
  }
  return count;
}
