import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ComingDate } from '../../../../../src/contract/home.ts';
import { ApiError } from '../../../api/errors/api-error.ts';
import { useProject, useProjectApi, useProjectMutation } from '../../../api/project.ts';
import { useSubmit } from '../../../components/form/form.tsx';
import { QueryView } from '../../../components/layout/states.tsx';
import { FormDialog } from '../../../components/overlay/form-dialog.tsx';
import { toast } from '../../../components/overlay/toast.tsx';
import { timeZone } from '../../../features/fields/moment.ts';
import { daysLater } from '../period.ts';
import { type DatedItem, moveDate, readDatedItem } from './move-date.ts';
import { arrowDays } from './moves.ts';

const shortDate = new Intl.DateTimeFormat('en', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const modules = ['content', 'blog', 'kb', 'releases'] as const;

export interface Move {
  coming: ComingDate;
  title: string;
  /** Whether the item is an entry that is the only one of its type. */
  isSingleton: boolean;
  to: Date;
}

interface MoveDialogProps {
  move: Move;
  onClose: () => void;
  onMoved: () => void;
}

/** Confirms the move of a date. Alt with an arrow key chooses another day. */
export function MoveDialog({
  move: { coming, title, isSingleton, to: initialDate },
  onClose,
  onMoved,
}: MoveDialogProps) {
  const api = useProjectApi();
  const { id: projectId, releaseId } = useProject();
  const [to, setTo] = useState(initialDate);
  useAltArrows((days) => setTo((day) => daysLater(day, days)));
  const { id, kind } = coming.item;
  const item = useQuery({
    queryKey: [
      'project',
      projectId,
      'content',
      releaseId,
      'dated-item',
      kind,
      id,
      coming.item.locale,
      coming.what,
    ],
    queryFn: () => readDatedItem(api, coming, isSingleton),
    gcTime: 0,
  });
  const store = useProjectMutation(modules, (_api, dated: DatedItem) =>
    moveDate(api, { coming, item: dated, isSingleton }, to),
  );
  const submission = useSubmit(async () => {
    if (item.data === undefined) return;
    await store.mutateAsync(item.data).catch(explainConflict);
    toast(`Moved to ${shortDate.format(to)}`);
    onMoved();
  });
  const isPast = to <= new Date();
  return (
    <FormDialog
      onClose={onClose}
      title={`Move to ${shortDate.format(to)}?`}
      description={`${title}. Times in ${timeZone(to.toISOString())}.`}
      size="small"
      submission={submission}
      fields={[]}
      action="Move"
      disabled={item.data === undefined || isPast}
      focus={isPast ? 'leave' : 'action'}
    >
      <QueryView query={item} loading={null}>
        {({ isEdited }) => <Consequence isEdited={isEdited} />}
      </QueryView>
      {isPast ? <p role="alert">Choose a time in the future.</p> : null}
    </FormDialog>
  );
}

/** Shows what else the move changes. Rendered once the item is loaded, when it also focuses the submit button. */
function Consequence({ isEdited }: { isEdited: boolean }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    element.current?.closest('[role="dialog"]')?.querySelector<HTMLElement>('[type="submit"]')?.focus();
  }, []);
  return (
    <div ref={element}>
      {isEdited ? <p>The draft was changed since. Its current version goes live on that date.</p> : null}
    </div>
  );
}

function explainConflict(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== 'revision_conflict') throw error;
  throw new Error('Someone else just saved this. Open and review it, then change the date there.');
}

/** Calls `move` with a number of days when Alt and an arrow key are pressed. */
function useAltArrows(move: (days: number) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const days = arrowDays(event);
      if (days === null || event.defaultPrevented) return; // the key that opened the dialog is still bubbling
      event.preventDefault();
      move(days);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}
