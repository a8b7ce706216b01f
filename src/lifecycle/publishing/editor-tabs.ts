import { coming, hidden, published, visible } from './conditions.ts';

/** The states by which editors filter a list of what can be published. */
export type EditorTab = 'draft' | 'scheduled' | 'published' | 'changed';

/** The conditions of a tab. What is scheduled and due counts as published, whatever the timers did. */
export function inTab(tab: EditorTab, now: Date) {
  if (tab === 'draft') return hidden(now);
  if (tab === 'scheduled') return coming(now);
  if (tab === 'published') return visible(now);
  return { ...published(now), $expr: { $ne: ['$draft', '$live'] } };
}
