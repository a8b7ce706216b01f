import { CalendarClock, EllipsisVertical, EyeOff, Send, Trash2, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useActions } from '../components/actions.ts';
import { Button, IconButton } from '../components/button.tsx';
import { Menu, MenuItem, MenuLine } from '../components/menu.tsx';
import { exactTime } from '../components/time.tsx';
import { toast } from '../components/toast.tsx';
import { timeZone } from '../fields/moment.ts';
import { useMoves } from './moves.ts';
import type { Opened } from './opened.ts';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { SaveState, StatusBadge } from './status.tsx';
import { useDraftState } from './use-draft.ts';

interface PublishPanelProps {
  opened: Opened;
  /** Asks, and deletes the item; null for what cannot be deleted. */
  remove: (() => void) | null;
  /** More that can be done, as menu items. */
  more?: ReactNode;
}

/** Where the item stands, and the moves from there. */
export function PublishPanel({ opened, remove, more }: PublishPanelProps) {
  const { store, service } = opened;
  const item = useDraftState(store, (state) => state.item);
  const { busy, move } = useMoves(opened);
  const [isScheduling, setScheduling] = useState(false);
  const isLive = item.status === 'published';
  const isWaiting = useDraftState(store, ({ waiting }) => waiting > 0); // to be saved; a move saves it first
  const canPublish = !isLive || item.has_unpublished_changes || isWaiting;
  const now = () => (item.status === 'scheduled' ? new Date().toISOString() : null);
  const publish = () => void move('Published', (latest) => service.publish(latest, now()));
  const hide = () => void move('Unpublished. The draft is kept.', (latest) => service.unpublish(latest));
  const discard = () => {
    const { draft, live } = store.state().item;
    for (const key of new Set([...Object.keys(draft), ...Object.keys(live ?? {})]))
      store.replace(key, live?.[key]);
    void store.flush();
  };
  useEditingActions(opened, { publish, schedule: () => setScheduling(true) });

  return (
    <section className="editing-box publish-panel" aria-label="State">
      <div className="publish-state">
        <StatusBadge item={item} />
        <Menu
          trigger={<IconButton label={`More actions for this ${service.noun}`} icon={EllipsisVertical} />}
        >
          <MenuItem icon={CalendarClock} onSelect={() => setScheduling(true)}>
            Schedule…
          </MenuItem>
          <MenuItem
            icon={EyeOff}
            disabled={item.status !== 'published' && item.status !== 'scheduled'}
            onSelect={hide}
          >
            {item.status === 'scheduled' ? 'Cancel schedule' : 'Unpublish'}
          </MenuItem>
          <MenuItem
            icon={Undo2}
            disabled={item.live === null || !item.has_unpublished_changes}
            onSelect={discard}
          >
            Discard changes
          </MenuItem>
          {more}
          {remove === null ? null : (
            <>
              <MenuLine />
              <MenuItem icon={Trash2} danger onSelect={remove}>
                Delete…
              </MenuItem>
            </>
          )}
        </Menu>
      </div>
      {item.scheduled_for === null ? null : (
        <p className="publish-date">
          Goes live {exactTime(new Date(item.scheduled_for))}
          <span className="muted"> {timeZone(item.scheduled_for)}</span>
        </p>
      )}
      <Button variant="primary" icon={Send} busy={busy} disabled={!canPublish} onClick={publish}>
        {item.status === 'scheduled' ? 'Publish now' : isLive ? 'Publish changes' : 'Publish'}
      </Button>
      <SaveState store={store} />
      {isScheduling ? (
        <ScheduleDialog
          at={item.scheduled_for}
          onClose={() => setScheduling(false)}
          onChoose={async (at) => {
            setScheduling(false);
            await move('Scheduled', (latest) => service.publish(latest, at));
          }}
        />
      ) : null}
    </section>
  );
}

/** What the keyboard and the palette offer while the item is open. */
function useEditingActions(
  { store, service }: Opened,
  { publish, schedule }: { publish: () => void; schedule: () => void },
): void {
  const group = `This ${service.noun}`;
  const save = async () => {
    await store.flush();
    if (store.state().phase === 'saved') toast('Saved');
  };
  useActions([
    { id: 'save', label: 'Save draft', group, keys: 'mod+s', run: () => void save() },
    { id: 'publish', label: 'Publish', group, icon: Send, keys: 'mod+shift+p', run: publish },
    { id: 'schedule', label: 'Schedule…', group, icon: CalendarClock, run: schedule },
  ]);
}
