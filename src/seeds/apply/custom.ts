import { createEntry, patchSingleton } from '../../content/service.ts';
import { putContentType } from '../../content-types/service.ts';
import type { EntrySeed, TypeSeed } from '../custom-files.ts';
import type { Seeds } from '../files.ts';
import { fillValues } from '../fill.ts';
import type { Loading } from './loading.ts';

/** Types, then entries in the order in which they name each other. */
export async function loadCustom(loading: Loading, seeds: Seeds): Promise<void> {
  for (const { name, data } of seeds.types) {
    await loading.load(`type/${name}`, async () => {
      await putContentType(await loading.doors.release(), name, data);
      return name;
    });
  }
  const types = new Map(seeds.types.map((type) => [type.name, type]));
  for (const entry of seeds.entries) {
    const type = types.get(entry.type);
    if (type !== undefined) await loading.load(entry.name, () => loadEntry(loading, type, entry));
  }
}

async function loadEntry(
  loading: Loading,
  { data: { fields, kind } }: TypeSeed,
  entry: EntrySeed,
): Promise<string> {
  const call = await loading.doors.release();
  const { publish, published_at } = entry;
  const date = publish ? loading.dateOf(published_at, call.now) : undefined;
  const body = {
    values: fillValues(fields, entry.values, loading),
    publish,
    ...(date === undefined ? {} : { published_at: date }),
  };
  const write = kind === 'singleton' ? patchSingleton : createEntry;
  return (await write(call, entry.type, body)).body.id;
}
