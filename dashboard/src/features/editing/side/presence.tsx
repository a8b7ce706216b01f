import { useEffect } from 'react';
import { isSameJson } from '../../../../../src/contract/fields/json.ts';
import type { PresentList } from '../../../../../src/dashboard/presence/schema.ts';
import { onPresence } from '../../../api/activity.ts';
import { useLocales } from '../../../api/locales.ts';
import { type ProjectApi, useProjectApi } from '../../../api/project.ts';
import type { DraftStore } from '../draft/draft-store.ts';
import { useDraftState } from '../draft/use-draft.ts';
import { setPresent, usePresent } from './present-people.ts';

/** Milliseconds between reports of an open item. The service forgets it after three times that. */
const reportMs = 15_000;
/** Milliseconds that a field must have the focus before it is reported. */
const focusMs = 400;

/** Maximum initials in the head; the sentence beside them names everyone. */
const maxFaces = 3;

/** Shows in the head who else has the item open, and reports this editor. */
export function Presence({ itemId, store }: { itemId: string; store: DraftStore }) {
  const api = useProjectApi();
  const others = usePresent();
  const code = useDraftState(store, ({ item }) => item.locale);
  const locale = useLocales().find((one) => one.code === code);
  const localeId = locale?.default === false ? locale.id : undefined;
  const isReady = code === undefined || locale !== undefined;
  useEffect(
    () => (isReady ? followPresence({ api, store, itemId, localeId }) : undefined),
    [api, isReady, itemId, localeId, store],
  );
  if (others.length === 0) return null;
  const sentence = others
    .map(({ name, state }) => `${name} ${state === 'editing' ? 'is editing' : 'is viewing'}`)
    .join(', ');
  return (
    <p className="presence" role="status" title={sentence}>
      {others.slice(0, maxFaces).map(({ id, name }) => (
        <span key={id} className="presence-face" aria-hidden>
          {name.slice(0, 1).toUpperCase()}
        </span>
      ))}
      {others.length > maxFaces ? <span aria-hidden>+{others.length - maxFaces}</span> : null}
      <span className="presence-text" dir="auto">
        {sentence}
      </span>
    </p>
  );
}

/** The name of the field that has the focus. */
function focusedField(): string | null {
  return document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset['field'] ?? null;
}

interface OpenItem {
  api: ProjectApi;
  store: DraftStore;
  itemId: string;
  /** The id of the further locale in which it is open. */
  localeId: string | undefined;
}

/** Reports an open item and follows who else has it open. Returns a function that ends this. */
function followPresence({ api, store, itemId, localeId }: OpenItem): () => void {
  const path = `/presence/${encodeURIComponent(itemId)}`;
  const query = localeId === undefined ? {} : { locale: localeId };
  let others: PresentList['data'] = [];
  let reportedField: string | null = null;
  let isClosed = false;
  const receive = ({ data }: PresentList) => {
    const newOthers = data.filter(({ item, locale }) => item === itemId && locale === localeId);
    if (isClosed || isSameJson(newOthers, others)) return;
    others = newOthers;
    setPresent(others);
    if (others.length > 0) void store.pull(); // others may have saved
    reportFocus();
  };
  const ignore = () => undefined; // presence does not matter while the service is unreachable
  const report = () => {
    if (document.hidden) return;
    reportedField = focusedField();
    const state = store.isUntouched ? 'viewing' : 'editing';
    api.post<PresentList>(path, { state, field: reportedField }, { query }).then(receive, ignore);
  };
  // Nobody sees the field of a person who is alone, so it is sent with the next report.
  const reportFocus = () => {
    if (others.length > 0 && focusedField() !== reportedField) report();
  };
  report();
  const timer = setInterval(() => {
    report();
    if (others.length > 0 && !document.hidden) void store.pull();
  }, reportMs);
  let focusTimer: ReturnType<typeof setTimeout> | undefined;
  const onFocus = () => {
    clearTimeout(focusTimer);
    focusTimer = setTimeout(reportFocus, focusMs);
  };
  document.addEventListener('focusin', onFocus);
  document.addEventListener('focusout', onFocus);
  // Only reads: a report is itself an activity, so two windows of one person would report to each other endlessly.
  const endListening = onPresence(() => void api.get<PresentList>('/presence').then(receive, ignore));
  return () => {
    isClosed = true;
    clearInterval(timer);
    clearTimeout(focusTimer);
    document.removeEventListener('focusin', onFocus);
    document.removeEventListener('focusout', onFocus);
    endListening();
    setPresent([]);
    api.remove(path, { query }).catch(ignore);
  };
}
