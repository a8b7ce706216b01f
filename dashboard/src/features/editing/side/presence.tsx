import { useEffect } from 'react';
import type { PresentList } from '../../../../../src/dashboard/presence/schema.ts';
import { onPresence } from '../../../api/activity.ts';
import { useLocales } from '../../../api/locales.ts';
import { useProjectApi } from '../../../api/project.ts';
import type { DraftStore } from '../draft/draft-store.ts';
import { useDraftState } from '../draft/use-draft.ts';
import { setPresent, usePresent } from './present-people.ts';

/** Milliseconds between reports of an open item. The service forgets it after three times that. */
const reportMs = 15_000;
/** Milliseconds that a field must have the focus before it is reported. */
const focusMs = 400;

/** Shows who else has the item open, and reports this editor. */
export function Presence({ itemId, store }: { itemId: string; store: DraftStore }) {
  const api = useProjectApi();
  const others = usePresent();
  const code = useDraftState(store, ({ item }) => item.locale);
  const locale = useLocales().find((one) => one.code === code);
  const localeId = locale?.default === false ? locale.id : undefined;
  useEffect(() => {
    let reportedField: string | null = null;
    const path = `/presence/${encodeURIComponent(itemId)}`;
    const query = localeId === undefined ? {} : { locale: localeId };
    const showOthers = (list: Promise<PresentList>) =>
      list.then(
        ({ data }) => {
          const othersHere = data.filter(({ item, locale: id }) => item === itemId && id === localeId);
          setPresent(othersHere);
          if (othersHere.length > 0) void store.pull(); // others may have saved
        },
        () => undefined, // presence does not matter while the service is unreachable
      );
    const report = () => {
      if (document.hidden) return;
      reportedField = focusedField();
      const state = store.isUntouched ? 'viewing' : 'editing';
      void showOthers(api.post(path, { state, field: reportedField }, { query }));
    };
    report();
    const timer = setInterval(report, reportMs);
    let focusTimer: ReturnType<typeof setTimeout> | undefined;
    const onFocus = () => {
      clearTimeout(focusTimer);
      focusTimer = setTimeout(() => {
        if (focusedField() !== reportedField) report();
      }, focusMs);
    };
    document.addEventListener('focusin', onFocus);
    document.addEventListener('focusout', onFocus);
    // A report from here would be activity again, without end while two windows of one person differ.
    const endListening = onPresence(() => void showOthers(api.get('/presence')));
    return () => {
      clearInterval(timer);
      clearTimeout(focusTimer);
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', onFocus);
      setPresent([]);
      endListening();
      api.remove(path, { query }).catch(() => undefined);
    };
  }, [api, itemId, localeId, store]);
  if (others.length === 0) return null;
  return (
    <p className="presence" role="status">
      {others.map(({ id, name, state }) => (
        <span key={id} className="presence-one">
          <span className="presence-face" aria-hidden>
            {name.slice(0, 1).toUpperCase()}
          </span>
          {name} {state === 'editing' ? 'is editing' : 'is viewing'}
        </span>
      ))}
    </p>
  );
}

/** The name of the field that has the focus. */
function focusedField(): string | null {
  return document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset['field'] ?? null;
}
