import { upcoming, hidden, inPeriod, notInPeriod, published, visible } from './conditions.ts';

/** The filters of the editors' lists. */
export type EditorTab = 'draft' | 'scheduled' | 'published' | 'changed';

/** An aggregation expression: whether the draft of an item differs from what is live. */
export const draftDiffers = { $and: [{ $ne: ['$draft', '$live'] }, { $ne: ['$equals_live', true] }] };

/** The condition of a tab. Items whose start has passed count as published, with or without their event. */
export function inTab(tab: EditorTab, now: Date) {
  if (tab === 'draft') return hidden(now);
  if (tab === 'scheduled') return upcoming(now);
  if (tab === 'published') return visible(now);
  return { ...published(now), $expr: draftDiffers };
}

/** The condition of a tab for items in a further locale, by the id of the locale. */
export function inTabOfLocale(tab: EditorTab, id: string, now: Date) {
  if (tab === 'draft') return notInPeriod(id, published(now));
  if (tab === 'scheduled') return inPeriod(id, upcoming(now));
  if (tab === 'published') return inPeriod(id, visible(now));
  const differs = { $ne: [`$locales.${id}.draft`, `$locales.${id}.live`] };
  return { ...inPeriod(id, published(now)), $expr: differs };
}
