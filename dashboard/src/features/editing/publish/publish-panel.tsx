import { CalendarClock, Check, EllipsisVertical, EyeOff, Send, Trash2, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { serviceNow } from '../../../api/service-time.ts';
import { useActions } from '../../../components/keyboard/actions.ts';
import { Button, IconButton } from '../../../components/base/button.tsx';
import { Menu, MenuItem, MenuLine } from '../../../components/overlay/menu.tsx';
import { localTime } from '../../../components/base/time.tsx';
import { toast } from '../../../components/overlay/toast.tsx';
import { timeZone } from '../../fields/moment.ts';
import type { EditedField } from '../item.ts';
import { useDiscard } from './discard.ts';
import { useItemEnd } from '../schedule/item-end.tsx';
import { useMoves } from './moves.ts';
import type { Opened } from '../opened.ts';
import { PublishSheet } from './publish-sheet.tsx';
import { ScheduleDialog } from '../schedule/schedule-dialog.tsx';
import { ScheduledChange } from '../schedule/scheduled-change.tsx';
import { SaveState } from '../leave/save-state.tsx';
import { StatusBadge } from './status.tsx';
import { publishAgain } from './unpublish.ts';
import { useDraftState } from '../draft/use-draft.ts';

interface PublishPanelProps {
  opened: Opened;
  /** All of them: what is published is named by their labels. */
  fields: readonly EditedField[];
  /** The name of an entry's type. */
  typeName?: string;
  /** Asks, and deletes the item; null for what cannot be deleted. */
  remove: (() => void) | null;
  /** More that can be done, as menu items. */
  more?: ReactNode;
}

/** Where the item stands, and the moves from there. */
export function PublishPanel({ opened, fields, typeName, remove, more }: PublishPanelProps) {
  const { store, service } = opened;
  const item = useDraftState(store, (state) => state.item);
  const moves = useMoves(opened);
  const { busy, move } = moves;
  const end = useItemEnd(opened, item, moves);
  const [isScheduling, setScheduling] = useState(false);
  const { presses, press, close } = usePresses();
  const discard = useDiscard(opened);
  const isLive = item.status === 'published';
  const isWaiting = useDraftState(store, ({ waiting }) => waiting > 0); // to be saved; a move saves it first
  const canPublish = !isLive || item.has_unpublished_changes || isWaiting;
  // A date that is kept and still to come would schedule; a person who publishes means now.
  const kept = item.published_at !== null && item.published_at > serviceNow() ? item.published_at : null;
  const now = () => (item.scheduled_for !== null || kept !== null ? serviceNow() : null);
  const publish = () => {
    close();
    void move('Published', (latest) => service.publish(latest, now()));
  };
  const review = () => (canPublish ? press() : toast('Everything is published already.'));
  const hide = () =>
    void move(
      item.scheduled_for === null ? 'Unpublished. The draft is kept.' : 'Schedule canceled',
      (latest) => service.unpublish(latest),
      (before, latest) => publishAgain(service, before, latest),
    );
  const schedule = () => {
    close();
    setScheduling(canPublish);
  };
  useEditingActions(opened, { isLive, review, publish, schedule });

  return (
    <section className="publish-panel" aria-label="Status">
      <div className="publish-state">
        <SaveState opened={opened} typeName={typeName} />
        <StatusBadge item={item} />
        {canPublish || busy ? (
          <Button needs="publish" variant="primary" icon={Send} busy={busy} onClick={press}>
            {item.status === 'scheduled' ? 'Publish now' : isLive ? 'Publish changes' : 'Publish'}
          </Button>
        ) : (
          <p className="publish-done">
            <Check size={16} aria-hidden /> Everything is published
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
            onSelect={hide}
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
          {remove === null ? null : (
            <>
              <MenuLine />
              <MenuItem needs="publish" icon={Trash2} danger onSelect={remove}>
                Delete…
              </MenuItem>
            </>
          )}
        </Menu>
      </div>
      {item.scheduled_for === null ? null : (
        <p className="publish-date">
          Goes live {localTime(new Date(item.scheduled_for))}
          <span className="muted"> {timeZone(item.scheduled_for)}</span>
          {item.has_unpublished_changes ? (
            <span className="save-warn">
              {' '}
              Edited since: that date publishes the text as it was. Schedule it again to include your edits.
            </span>
          ) : null}
        </p>
      )}
      <ScheduledChange
        item={item}
        busy={busy}
        onMove={() => setScheduling(true)}
        onCancel={() =>
          void move('Scheduled changes canceled. The draft is kept.', (latest) =>
            service.scheduleChange(latest, null),
          )
        }
      />
      {end.line}
      {presses === null ? null : (
        <PublishSheet
          opened={opened}
          fields={fields}
          confirmed={presses}
          onConfirm={press}
          onPublish={publish}
          onSchedule={schedule}
          onClose={close}
        />
      )}
      {isScheduling ? (
        <ScheduleDialog
          at={item.scheduled_for ?? item.publish_at ?? kept}
          until={item.unpublish_at ?? null}
          isChange={isLive}
          {...(isLive ? { title: 'Schedule changes', note: 'The live version stays until then.' } : {})}
          onClose={() => setScheduling(false)}
          onChoose={async (at, until) => {
            setScheduling(false);
            if (isLive) await move('Changes scheduled', (latest) => service.scheduleChange(latest, at));
            else await move('Scheduled', (latest) => service.publish(latest, at, until));
          }}
        />
      ) : null}
    </section>
  );
}

/** The sheet opens with the first press of the key or button, and each further press confirms it; null while it is closed. */
function usePresses() {
  const [presses, setPresses] = useState<number | null>(null);
  return {
    presses,
    press: () => setPresses((before) => (before === null ? 0 : before + 1)),
    close: () => setPresses(null),
  };
}

type Ways = Readonly<Record<'review' | 'publish' | 'schedule', () => void>>;

/** What the keyboard and the palette offer while the item is open. */
function useEditingActions(
  { store, service }: Opened,
  { isLive, review, publish, schedule }: Ways & { isLive: boolean },
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
      label: 'Publish without review',
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
