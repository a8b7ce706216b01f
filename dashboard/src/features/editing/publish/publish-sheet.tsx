import { useQuery } from '@tanstack/react-query';
import { CalendarClock, Send } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { projectKey, useProject } from '../../../api/project.ts';
import { useReleaseScope } from '../../../api/release-reach.ts';
import { Button } from '../../../components/base/button.tsx';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { Kbd } from '../../../components/keyboard/kbd.tsx';
import { Loading, QueryView } from '../../../components/layout/states.tsx';
import { exactTime } from '../../../components/base/time.tsx';
import { useDefinitions } from '../../blocks/outline/definitions.ts';
import { useFieldHost } from '../../fields/context.ts';
import { fieldDifferences } from '../difference/field-difference.ts';
import type { EditedField, EditedItem } from '../item.ts';
import type { Opened } from '../opened.ts';
import { useDraftState } from '../draft/use-draft.ts';
import { isOff, readinessOf } from './readiness.ts';
import { Missing, Unseen } from './sheet-notes.tsx';
import { WhatReadersSee } from './what-readers-see.tsx';
import './publish-sheet.css';

interface PublishSheetProps {
  opened: Opened;
  fields: readonly EditedField[];
  /** How often it was confirmed since it opened; that may be before everything has been compared. */
  confirmed: number;
  onConfirm: () => void;
  onPublish: () => void;
  onSchedule: () => void;
  onClose: () => void;
}

/** Says what readers will see, what is missing and what stays unseen, before anything is published. */
export function PublishSheet(props: PublishSheetProps) {
  const { opened, fields, confirmed, onConfirm, onPublish, onSchedule, onClose } = props;
  const { store, service } = opened;
  const project = useProject();
  const isInRelease = useReleaseScope() === 'inside';
  const title = useDraftState(store, ({ item }) => item.title);
  const phase = useDraftState(store, (state) => state.phase);
  const errors = useDraftState(store, (state) => state.errors.size);
  const { targets } = useFieldHost();
  const definitions = useDefinitions(fields);
  // What the draft links to may have been published since the item was opened.
  const latest = useQuery({
    queryKey: projectKey(project, service.module, 'publish-sheet', service.address),
    queryFn: async () => {
      await store.flush();
      return store.state().item.revision === 0 ? store.state().item : service.read();
    },
    gcTime: 0,
  });
  const found = useMemo(
    () => (latest.data === undefined ? null : judged(latest.data, { fields, targets, definitions })),
    [latest.data, fields, targets, definitions],
  );
  const needed = errors + (found?.readiness.missing.size ?? 0);
  const isBlocked = needed > 0 || phase === 'refused' || phase === 'clash';
  const isReady = found !== null && phase === 'saved' && !isBlocked;
  useEffect(() => {
    if (isReady && confirmed > 0) onPublish();
  }, [isReady, confirmed]);
  const after = isInRelease ? 'Readers see it once the release is promoted.' : 'Readers see it right away.';
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Publish “${title === '' ? 'Untitled' : title}”`}
      description={after}
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
            Publish now{' '}
            <span aria-hidden>
              <Kbd keys="mod+enter" />
            </span>
          </Button>
        </>
      }
    >
      <QueryView query={latest} loading={<Loading rows={3} />}>
        {(item) =>
          found === null ? null : (
            <div className="publish-sheet">
              {phase === 'saving' || phase === 'offline' ? (
                <p className="publish-sheet-note" role="status">
                  Waiting until your last changes are saved.
                </p>
              ) : null}
              <Missing {...found.readiness} store={store} onClose={onClose} />
              <Unseen unseen={found.readiness.unseen} />
              {item.publish_at === undefined ? null : (
                <p className="publish-sheet-note">
                  The changes scheduled for {exactTime(new Date(item.publish_at))} are canceled: this draft
                  replaces them.
                </p>
              )}
              <WhatReadersSee item={item} differences={found.differences} />
            </div>
          )
        }
      </QueryView>
    </Dialog>
  );
}

/** Fields whose absence an editor hears of, though they may be empty. */
const wanted = ['title', 'featured_image_id', 'cover', 'excerpt', 'body', 'categories', 'authors'];

interface Judged {
  fields: readonly EditedField[];
  targets: ReturnType<typeof useFieldHost>['targets'];
  definitions: ReturnType<typeof useDefinitions>;
}

function judged(item: EditedItem, { fields, targets: known, definitions: found }: Judged) {
  const definitions = found ?? undefined;
  const targets = { ...known, ...item.targets };
  const nameOf = (id: string) => targets[id]?.title ?? id;
  const said = fields.filter(({ key }) => !isOff(item.draft[key]) || !isOff(item.live?.[key]));
  return {
    readiness: readinessOf({ fields, draft: item.draft, targets, wanted }),
    differences: fieldDifferences(said, item.live ?? {}, item.draft, { nameOf, definitions }),
  };
}
