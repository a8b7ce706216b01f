import { type RefObject, useEffect } from 'react';
import type { SavePace } from '../../editing/draft/draft-store.ts';
import type { PreviewChannel } from './channel.ts';
import { type EditedTarget, targetOfField } from '../targets.ts';

/** While the site is visible, it shows each save: after a short pause, and once a second during typing. */
const livePace: SavePace = { pauseMs: 150, maxWaitMs: 1000 };

/** Sends typed texts, saves and the focused field of the form to the page. */
export function useFollowedDraft(
  edited: EditedTarget,
  channel: PreviewChannel | null,
  { form, onSaved }: { form: RefObject<HTMLElement | null>; onSaved: () => void },
): void {
  const { store } = edited;
  useEffect(() => {
    const stopFollowing = store.follow(livePace, (key, before, after) => {
      const from = before ?? '';
      const to = after ?? '';
      if (typeof from !== 'string' || typeof to !== 'string') return;
      channel?.send({ type: 'text', target: targetOfField(edited, key), from, to });
    });
    let lastRevision = store.state().item.revision;
    const unsubscribe = store.subscribe(() => {
      const { id, revision } = store.state().item;
      if (revision === lastRevision) return;
      lastRevision = revision;
      channel?.send({ type: 'changed', id, revision });
      onSaved();
    });
    return () => {
      stopFollowing();
      unsubscribe();
    };
  }, [edited, store, channel, onSaved]);
  useEffect(() => {
    const element = form.current;
    if (element === null || channel === null) return;
    const fieldOf = (focused: EventTarget | null) =>
      focused instanceof Element && element.contains(focused)
        ? focused.closest<HTMLElement>('[data-field]')?.dataset['field']
        : undefined;
    const focus = ({ target }: FocusEvent) => {
      const key = fieldOf(target);
      channel.send({ type: 'focus', target: key === undefined ? null : targetOfField(edited, key) });
    };
    const blur = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null && !element.contains(relatedTarget as Node))
        channel.send({ type: 'focus', target: null });
    };
    element.addEventListener('focusin', focus);
    element.addEventListener('focusout', blur);
    return () => {
      element.removeEventListener('focusin', focus);
      element.removeEventListener('focusout', blur);
    };
  }, [edited, channel, form]);
}
