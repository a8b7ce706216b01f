import { useQuery } from '@tanstack/react-query';
import { CalendarClock, Send } from 'lucide-react';
import { useContext, useEffect, useMemo } from 'react';
import { projectKey, useProject } from '../../../api/project.ts';
import { useReleaseScope } from '../../../api/release-reach.ts';
import { Button } from '../../../components/base/button.tsx';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { Kbd } from '../../../components/keyboard/kbd.tsx';
import { Loading, QueryView } from '../../../components/layout/states.tsx';
import { exactTime } from '../../../components/base/time.tsx';
import { useDefinitions } from '../../blocks/outline/definitions.ts';
import { useFieldHost } from '../../fields/context.ts';
import { ItemLocaleContext } from '../../locales/item-locale.ts';
import { LocaleRows } from '../../locales/locale-rows.tsx';
import { fieldsIn, useLocalesToPublish } from '../../locales/publish-locales.ts';
import type { EditedField, LocalesPublication } from '../item.ts';
import type { ItemEditor } from '../item-editor.ts';
import { useDraftState } from '../draft/use-draft.ts';
import { assessItem } from './assess-item.ts';
import { Missing, Unseen } from './sheet-notes.tsx';
import { WhatReadersSee } from './what-readers-see.tsx';
import './publish-sheet.css';

interface PublishSheetProps {
  editor: ItemEditor;
  fields: readonly EditedField[];
  /** The number of confirmations since it opened, which can precede the comparison. */
  confirmations: number;
  onConfirm: () => void;
  /** Receives the other locales to publish; null with one locale. */
  onPublish: (others: LocalesPublication | null) => void;
  onSchedule: () => void;
  onClose: () => void;
}

/** Shows what readers will see, what is missing and what stays hidden, before the item is published. */
export function PublishSheet(props: PublishSheetProps) {
  const { editor, confirmations, onConfirm, onPublish, onSchedule, onClose } = props;
  const { store, service } = editor;
  const locale = useContext(ItemLocaleContext)?.locale;
  const fields = useMemo(() => fieldsIn(locale, props.fields), [locale, props.fields]);
  const project = useProject();
  const isInRelease = useReleaseScope() === 'inside';
  const title = useDraftState(store, ({ item }) => item.title);
  const phase = useDraftState(store, (state) => state.phase);
  const errorCount = useDraftState(store, (state) => state.errors.size);
  const { targets } = useFieldHost();
  const definitions = useDefinitions(fields);
  // Link targets may have been published since the item was opened.
  const latest = useQuery({
    queryKey: projectKey(project, service.module, 'publish-sheet', service.path),
    queryFn: async () => {
      await store.flush();
      return store.state().item.revision === 0 ? store.state().item : service.read();
    },
    gcTime: 0,
  });
  const assessment = useMemo(
    () => (latest.data === undefined ? null : assessItem(latest.data, { fields, targets, definitions })),
    [latest.data, fields, targets, definitions],
  );
  const publishing = useLocalesToPublish({
    ...{ service, targets, definitions, item: latest.data, fields: props.fields },
    differences: assessment?.differences ?? [],
  });
  const missingCount = errorCount + (assessment?.readiness.missing.size ?? 0);
  const isBlocked =
    publishing?.isBlocked === true || missingCount > 0 || phase === 'rejected' || phase === 'conflict';
  const isReady = assessment !== null && phase === 'saved' && !isBlocked;
  useEffect(() => {
    if (isReady && confirmations > 0) onPublish(publishing?.publication ?? null);
  }, [isReady, confirmations]);
  const count = publishing?.chosenCount ?? 1;
  const consequence = isInRelease
    ? 'Readers see it once the release is promoted.'
    : 'Readers see it right away.';
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Publish “${title === '' ? 'Untitled' : title}”`}
      description={consequence}
      footer={
        <>
          <Button variant="quiet" icon={CalendarClock} onClick={onSchedule}>
            Schedule instead…
          </Button>
          <span className="publish-sheet-gap" />
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            icon={Send}
            autoFocus
            aria-disabled={isBlocked}
            onClick={isBlocked ? undefined : onConfirm}
          >
            {count > 1 ? `Publish ${count} languages` : 'Publish now'}{' '}
            <span aria-hidden>
              <Kbd keys="mod+enter" />
            </span>
          </Button>
        </>
      }
    >
      <QueryView query={latest} loading={<Loading rows={3} />}>
        {(item) =>
          assessment === null ? null : (
            <div className="publish-sheet">
              {phase === 'saving' || phase === 'offline' ? (
                <p className="publish-sheet-note" role="status">
                  Saving your last changes…
                </p>
              ) : null}
              {publishing === null ? null : <LocaleRows publishing={publishing} />}
              <Missing {...assessment.readiness} store={store} onClose={onClose} />
              <Unseen unseen={assessment.readiness.unseen} />
              {item.publish_at === undefined ? null : (
                <p className="publish-sheet-note">
                  The changes scheduled for {exactTime(new Date(item.publish_at))} are canceled: this draft
                  replaces them.
                </p>
              )}
              <WhatReadersSee item={item} differences={publishing?.differences ?? assessment.differences} />
            </div>
          )
        }
      </QueryView>
    </Dialog>
  );
}
