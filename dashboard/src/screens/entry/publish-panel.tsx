import { useNavigate } from '@tanstack/react-router';
import { CalendarClock, EllipsisVertical, EyeOff, Send, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { ContentType } from '../../../../src/content-types/schema.ts';
import { ApiProblem, messageOf } from '../../api/problem.ts';
import { useProject, useRefresh } from '../../api/project.ts';
import { useActions } from '../../components/actions.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { useConfirm } from '../../components/confirm.tsx';
import { Menu, MenuItem, MenuLine } from '../../components/menu.tsx';
import { exactTime } from '../../components/time.tsx';
import { toast, toastProblem } from '../../components/toast.tsx';
import { timeZone } from '../../fields/moment.ts';
import type { Opened } from './opened.ts';
import { ReferrerLinks, useReferrers } from './referrers.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { SaveState, StatusBadge } from './status.tsx';
import { useDraftState } from './use-draft.ts';
import type { EditorEntry } from '../../../../src/content/editor-schema.ts';

interface PublishPanelProps {
  type: ContentType;
  opened: Opened;
}

/** Where the entry stands, and the moves from there. */
export function PublishPanel({ type, opened }: PublishPanelProps) {
  const { store, service } = opened;
  const entry = useDraftState(store, (state) => state.entry);
  const { busy, move } = useMoves(opened);
  const [isScheduling, setScheduling] = useState(false);
  const remove = useRemoval(type, opened);
  const isLive = entry.status === 'published';
  const canPublish =
    entry.status === 'draft' || entry.status === 'scheduled' || entry.has_unpublished_changes;

  const publish = () => void move('Published', (revision) => service.publish(revision, null));
  const publishNow = () =>
    void move('Published', (revision) => service.publish(revision, new Date().toISOString()));
  const hide = () => void move('Unpublished; the draft stays', (revision) => service.unpublish(revision));
  const discard = () => {
    const { draft, live } = store.state().entry;
    for (const key of new Set([...Object.keys(draft), ...Object.keys(live ?? {})]))
      store.replace(key, live?.[key]);
    void store.flush();
  };
  useActions([
    {
      id: 'save',
      label: 'Save the draft now',
      group: 'This entry',
      keys: 'mod+s',
      run: () =>
        void store.flush().then(() => (store.state().phase === 'saved' ? toast('Saved') : undefined)),
    },
    {
      id: 'publish',
      label: 'Publish',
      group: 'This entry',
      icon: Send,
      keys: 'mod+shift+p',
      run: entry.status === 'scheduled' ? publishNow : publish,
    },
    {
      id: 'schedule',
      label: 'Schedule…',
      group: 'This entry',
      icon: CalendarClock,
      run: () => setScheduling(true),
    },
  ]);

  return (
    <section className="entry-box publish-panel" aria-label="State">
      <div className="publish-state">
        <StatusBadge entry={entry} />
        <Menu trigger={<IconButton label="More to do with this entry" icon={EllipsisVertical} />}>
          <MenuItem icon={CalendarClock} onSelect={() => setScheduling(true)}>
            Schedule…
          </MenuItem>
          <MenuItem icon={EyeOff} disabled={entry.status === 'draft'} onSelect={hide}>
            {entry.status === 'scheduled' ? 'Take off the schedule' : 'Unpublish'}
          </MenuItem>
          <MenuItem
            icon={Undo2}
            disabled={entry.live === null || !entry.has_unpublished_changes}
            onSelect={discard}
          >
            Discard the changes
          </MenuItem>
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
      {entry.scheduled_for === null ? null : (
        <p className="publish-date">
          Goes live {exactTime(new Date(entry.scheduled_for))}
          <span className="muted"> {timeZone(entry.scheduled_for)}</span>
        </p>
      )}
      <Button
        variant="primary"
        icon={Send}
        busy={busy}
        disabled={!canPublish}
        onClick={entry.status === 'scheduled' ? publishNow : publish}
      >
        {entry.status === 'scheduled' ? 'Publish now' : isLive ? 'Publish the changes' : 'Publish'}
      </Button>
      <SaveState store={store} />
      {isScheduling ? (
        <ScheduleDialog
          at={entry.scheduled_for}
          onClose={() => setScheduling(false)}
          onChoose={async (at) => {
            setScheduling(false);
            await move('Scheduled', (revision) => service.publish(revision, at));
          }}
        />
      ) : null}
    </section>
  );
}

/** Runs a move after everything typed is stored; what it refuses stands at the fields. */
function useMoves({ store }: Opened) {
  const [busy, setBusy] = useState(false);
  const refresh = useRefresh();
  const move = async (said: string, run: (revision: number) => Promise<EditorEntry>) => {
    setBusy(true);
    try {
      await store.flush();
      const { phase, entry } = store.state();
      if (phase !== 'saved') throw new Error('Not everything is saved yet, so nothing was published.');
      store.accept(await run(entry.revision));
      toast(said);
      await refresh('content');
    } catch (problem) {
      if (problem instanceof ApiProblem && problem.code === 'revision_conflict') {
        await store.pull();
        toastProblem(new Error('Somebody else saved this entry just now. Look at it, then try again.'));
      } else if (problem instanceof ApiProblem && problem.status === 400) {
        store.refuse(problem);
        toastProblem(new Error(messageOf(problem)));
        showField(problem.first.param);
      } else toastProblem(problem);
    } finally {
      setBusy(false);
    }
  };
  return { busy, move };
}

/** Brings the field at fault into view, with the cursor in it. */
function showField(param: string | undefined): void {
  const key = param?.split(/[.[]/)[0] ?? '';
  const row = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(key)}"]`);
  row?.scrollIntoView({ block: 'center' });
  row?.querySelector<HTMLElement>('input, textarea, select, [contenteditable="true"], button')?.focus();
}

/** Null for singletons, which cannot be deleted. */
function useRemoval(type: ContentType, { store, service }: Opened): (() => void) | null {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const { id: projectId } = useProject();
  const refresh = useRefresh();
  const referrers = useReferrers(service.address).data;
  if (type.kind === 'singleton') return null;
  return () => {
    const links = referrers?.data ?? [];
    confirm({
      title: 'Delete this entry?',
      body:
        links.length === 0 ? (
          'The draft and what is live go for good; there is no trash.'
        ) : (
          <div className="stack">
            <p>Other content links here. Remove these links first; while they stand, it cannot be deleted.</p>
            <ReferrerLinks found={links} hasMore={referrers?.meta.has_more ?? false} />
          </div>
        ),
      action: 'Delete the entry',
      danger: true,
      run: async () => {
        await service.remove();
        store.end();
        await refresh('content');
        toast('Deleted');
        await navigate({ to: '/p/$projectId/entries/$type', params: { projectId, type: type.slug } });
      },
    });
  };
}
