import type { EditedItem, EditedService } from '../item.ts';

/** Publishes again the version that was live before `before` was unpublished. Later changes stay in the draft. */
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
  const differingKeys = keys.filter((key) => JSON.stringify(live[key]) !== JSON.stringify(latest.draft[key]));
  if (differingKeys.length === 0) return service.publish(latest, null, end);
  const valuesOf = (values: EditedItem['draft']) =>
    Object.fromEntries(differingKeys.map((key) => [key, values[key] ?? null]));
  const previouslyLive = await service.save(valuesOf(live), latest.revision, latest.draft);
  const published = await service.publish(previouslyLive, null, end);
  return service.save(valuesOf(latest.draft), published.revision, published.draft);
}
