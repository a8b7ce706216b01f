import type { EditedItem, EditedService } from '../item.ts';

/** Makes readers see again what they saw before `before` was unpublished; what is written meanwhile stays the draft. */
export async function publishAgain<Item extends EditedItem>(
  service: EditedService<Item>,
  before: Item,
  latest: Item,
): Promise<Item> {
  const end = before.unpublish_at ?? null;
  if (before.scheduled_for !== null) return service.publish(latest, before.scheduled_for, end);
  const { live } = before;
  if (live === null) return latest;
  const keys = [...new Set([...Object.keys(live), ...Object.keys(latest.draft)])];
  const other = keys.filter((key) => JSON.stringify(live[key]) !== JSON.stringify(latest.draft[key]));
  if (other.length === 0) return service.publish(latest, null, end);
  const from = (values: EditedItem['draft']) =>
    Object.fromEntries(other.map((key) => [key, values[key] ?? null]));
  const asBefore = await service.save(from(live), latest.revision, latest.draft);
  const published = await service.publish(asBefore, null, end);
  return service.save(from(latest.draft), published.revision, published.draft);
}
