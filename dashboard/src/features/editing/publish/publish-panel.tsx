import { CalendarClock, Check, EllipsisVertical, EyeOff, Send, Trash2, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { serviceNow } from '../../../api/service-time.ts';
import { useActions } from '../../../components/keyboard/actions.ts';
import { Button, IconButton } from '../../../components/base/button.tsx';
import { Menu, MenuItem, MenuLine } from '../../../components/overlay/menu.tsx';
import { localTime } from '../../../components/base/time.tsx';
import { toast } from '../../../components/overlay/toast.tsx';
import { WholeItemAccess } from '../../access/locale-access.tsx';
import { DeleteLocale } from '../../locales/delete-locale.tsx';
import { timeZone } from '../../fields/moment.ts';
import type { EditedField, EditedItem, LocalesPublication } from '../item.ts';
import { useDiscard } from './discard.ts';
import { useItemEnd } from '../schedule/item-end.tsx';
import { useItemActions } from './item-actions.ts';
import type { ItemEditor } from '../item-editor.ts';
import { useReviewStep } from '../review/review-step.tsx';
import { PublishSheet } from './publish-sheet.tsx';
import { ScheduleDialog } from '../schedule/schedule-dialog.tsx';
import { ScheduledChange } from '../schedule/scheduled-change.tsx';
import { SaveState } from '../leave/save-state.tsx';
import { StatusBadge } from './status.tsx';
import { publishAgain } from './publish-again.ts';
import { useDraftState } from '../draft/use-draft.ts';

interface PublishPanelProps {
  editor: ItemEditor;
  /** All fields of the item. The differences name them by their labels. */
  fields: readonly EditedField[];
  /** The name of an entry's type. */
  typeName?: string;
  /** Deletes the item after a confirmation; null if it cannot be deleted. */
  remove: (() => void) | null;
  /** More menu items. */
  more?: ReactNode;
}

/** The status of the item and its actions. */
export function PublishPanel({ editor, fields, typeName, remove, more }: PublishPanelProps) {
  const { store, service } = editor;
  const item = useDraftState(store, (state) => state.item);
  const [isScheduling, setScheduling] = useState(false);
  const isLive = item.status === 'published';
  const hasUnsaved = useDraftState(store, ({ unsavedCount }) => unsavedCount > 0); // an action saves them first
  const hasErrors = useDraftState(store, ({ errors }) => errors.size > 0);
  const canPublish = !isLive || item.has_unpublished_changes || hasUnsaved;
  const reviewStep = useReviewStep(editor, { fields, hasChanges: canPublish });
  const actions = useItemActions(editor, { onApprovalRequired: reviewStep.openRequest });
  const { busy, runAction } = actions;
  const end = useItemEnd(editor, item, actions);
  const { presses, press, close } = usePresses();
  const discard = useDiscard(editor);
  // A stored future date would schedule the item, and Publish means now.
  const futureDate =
    item.published_at !== null && item.published_at > serviceNow() ? item.published_at : null;
  const publishDate = () => (item.scheduled_for !== null || futureDate !== null ? serviceNow() : null);
  const publish = (others: LocalesPublication | null = null) => {
    close();
    const count = (others?.codes.length ?? 0) + 1;
    const doneText = count > 1 ? `Published in ${count} languages` : 'Published';
    void runAction(doneText, (latest) =>
      service.publish(latest, publishDate(), undefined, others ?? undefined),
    );
  };
  const review = () => {
    if (!canPublish) toast('Everything is up to date already.');
    else if (reviewStep.needsApproval) reviewStep.open();
    else press();
  };
  const unpublish = () =>
    void runAction(
      item.scheduled_for === null ? 'Unpublished. The draft is kept.' : 'Schedule canceled',
      (latest) => service.unpublish(latest),
      (before, latest) => publishAgain(service, before, latest),
    );
  const schedule = () => {
    close();
    setScheduling(canPublish);
  };
  useEditingActions(editor, {
    isLive,
    review,
    publish: reviewStep.needsApproval ? review : () => publish(),
    schedule,
  });

  return (
    <section className="publish-panel" aria-label="Status">
      <div className="publish-state">
        <SaveState editor={editor} typeName={typeName} />
        <StatusBadge item={item} />
        {reviewStep.badge}
        {reviewStep.button !== undefined ? (
          reviewStep.button
        ) : canPublish || busy ? (
          <Button needs="publish" variant="primary" icon={Send} busy={busy} onClick={press}>
            {item.status === 'scheduled' ? 'Publish now' : isLive ? 'Publish changes' : 'Publish'}
          </Button>
        ) : hasErrors ? null : (
          <p className="publish-done">
            <Check size={16} aria-hidden /> Up to date
          </p>
        )}
        <Menu
          trigger={
            <IconButton
              needs="draft"
              label={`More actions for this ${service.noun}`}
              icon={EllipsisVertical}
            />
          }
        >
          <MenuItem
            needs="publish"
            icon={CalendarClock}
            disabled={!canPublish}
            onSelect={() => setScheduling(true)}
          >
            {isLive ? 'Schedule changes…' : 'Schedule…'}
          </MenuItem>
          <MenuItem
            needs="publish"
            icon={EyeOff}
            disabled={item.status !== 'published' && item.status !== 'scheduled'}
            onSelect={unpublish}
          >
            {item.status === 'scheduled' ? 'Cancel schedule' : 'Unpublish'}
          </MenuItem>
          {end.menuItem}
          <MenuItem
            needs="draft"
            icon={Undo2}
            disabled={item.live === null || !item.has_unpublished_changes}
            onSelect={() => void discard()}
          >
            Discard changes
          </MenuItem>
          {more}
          <Deletions remove={remove}>
            <DeleteLocale editor={editor} actions={actions} />
          </Deletions>
        </Menu>
      </div>
      <StartLine item={item} />
      <ScheduledChange
        item={item}
        busy={busy}
        onMove={() => setScheduling(true)}
        onCancel={() =>
          void runAction('Scheduled changes canceled. The draft is kept.', (latest) =>
            service.scheduleChange(latest, null),
          )
        }
      />
      {end.line}
      {presses === null ? null : (
        <PublishSheet
          editor={editor}
          fields={fields}
          confirmations={presses}
          onConfirm={press}
          onPublish={publish}
          onSchedule={schedule}
          onClose={close}
        />
      )}
      {reviewStep.dialog}
      {isScheduling ? (
        <ScheduleDialog
          at={item.scheduled_for ?? item.publish_at ?? futureDate}
          until={item.unpublish_at ?? null}
          isChange={isLive}
          {...(isLive ? { title: 'Schedule changes', note: 'The live version stays until then.' } : {})}
          onClose={() => setScheduling(false)}
          onChoose={async (at, until) => {
            setScheduling(false);
            if (isLive) await runAction('Changes scheduled', (latest) => service.scheduleChange(latest, at));
            else await runAction('Scheduled', (latest) => service.publish(latest, at, until));
          }}
        />
      ) : null}
    </section>
  );
}

/** The menu items that delete the item, or a part of it. */
function Deletions({ remove, children }: Pick<PublishPanelProps, 'remove'> & { children: ReactNode }) {
  if (remove === null) return children;
  return (
    <>
      <MenuLine />
      {children}
      <WholeItemAccess>
        <MenuItem needs="publish" icon={Trash2} danger onSelect={remove}>
          Delete…
        </MenuItem>
      </WholeItemAccess>
    </>
  );
}

/** When a scheduled item goes live. */
function StartLine({ item }: { item: EditedItem }) {
  const { scheduled_for: start } = item;
  if (start === null) return null;
  return (
    <p className="publish-date">
      Goes live {localTime(new Date(start))}
      <span className="muted"> {timeZone(start)}</span>
      {item.has_unpublished_changes ? (
        <span className="save-warn">
          {' '}
          Edited since: that date publishes the text as it was. Schedule it again to include your edits.
        </span>
      ) : null}
    </p>
  );
}

/** The first press of the key or button opens the sheet, each further press confirms it; null while it is closed. */
function usePresses() {
  const [presses, setPresses] = useState<number | null>(null);
  return {
    presses,
    press: () => setPresses((before) => (before === null ? 0 : before + 1)),
    close: () => setPresses(null),
  };
}

type PublishActions = Readonly<Record<'review' | 'publish' | 'schedule', () => void>>;

/** Keyboard shortcuts and palette commands of the item. */
function useEditingActions(
  { store, service }: ItemEditor,
  { isLive, review, publish, schedule }: PublishActions & { isLive: boolean },
): void {
  const group = `This ${service.noun}`;
  const save = async () => {
    await store.flush();
    if (store.state().phase === 'saved') toast('Saved');
  };
  useActions([
    { id: 'save', label: 'Save draft', group, keys: 'mod+s', needs: 'draft', run: () => void save() },
    { id: 'review', label: 'Publish…', group, icon: Send, keys: 'mod+enter', needs: 'publish', run: review },
    {
      id: 'publish',
      label: 'Publish now',
      group,
      icon: Send,
      keys: 'mod+shift+p',
      needs: 'publish',
      run: publish,
    },
    {
      id: 'schedule',
      label: isLive ? 'Schedule changes…' : 'Schedule…',
      group,
      icon: CalendarClock,
      needs: 'publish',
      run: schedule,
    },
  ]);
}
