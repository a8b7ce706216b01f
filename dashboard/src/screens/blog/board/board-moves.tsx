import { useState } from 'react';
import type { EditorArticleRow } from '../../../../../src/modules/articles/store/schema.ts';
import { ApiError } from '../../../api/errors/api-error.ts';
import { useProjectApi, useRefresh } from '../../../api/project.ts';
import { serviceNow } from '../../../api/service-time.ts';
import { articleModules } from '../../../features/articles/list/article-modules.ts';
import { moveArticle, publication } from '../../../features/articles/service.ts';
import { useConfirm } from '../../../components/overlay/confirm.tsx';
import { toast, toastError } from '../../../components/overlay/toast.tsx';
import { ScheduleDialog } from '../../../features/editing/schedule/schedule-dialog.tsx';
import type { LaneName } from './lanes.ts';

/** Once a dialog that was in front has given the focus back, in milliseconds. */
const focusAfterMs = 120;

/** Asks before an article goes to another column, and moves it there. `dialog` has to be shown. */
export function useBoardMoves() {
  const api = useProjectApi();
  const refresh = useRefresh();
  const confirm = useConfirm();
  const [scheduling, setScheduling] = useState<EditorArticleRow | null>(null);

  const run = async (row: EditorArticleRow, said: string, body: object) => {
    try {
      await moveArticle(api, articleModules.blog, row, body);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'revision_conflict') throw error;
      throw new Error('Someone else just saved this article. Open and review it, then publish it there.');
    } finally {
      await refresh('blog');
    }
    toast(said);
    setTimeout(() => focusCard(row.id), focusAfterMs);
  };
  const publish = (row: EditorArticleRow) => {
    const now = serviceNow();
    const isDated = row.scheduled_for !== null || (row.published_at !== null && row.published_at > now);
    const at = isDated ? now : null;
    confirm({
      title: `Publish “${row.title}”?`,
      body: 'Readers will see the current draft immediately.',
      action: 'Publish',
      run: () => run(row, 'Published', publication(at)),
    });
  };
  const withdraw = (row: EditorArticleRow) => {
    const isLive = row.status === 'published';
    confirm({
      title: isLive ? `Unpublish “${row.title}”?` : `Cancel the schedule of “${row.title}”?`,
      body: isLive
        ? 'Readers will no longer find it. The draft is kept.'
        : 'It stays a draft until you publish it.',
      action: isLive ? 'Unpublish' : 'Cancel schedule',
      danger: isLive,
      run: () =>
        run(row, isLive ? 'Unpublished. The draft is kept.' : 'Schedule canceled', { publish: false }),
    });
  };
  const ask = (row: EditorArticleRow, to: LaneName) => {
    if (to === 'scheduled') setScheduling(row);
    else if (to === 'published') publish(row);
    else withdraw(row);
  };
  const schedule = async (row: EditorArticleRow, at: string, until: string | null) => {
    setScheduling(null);
    await run(row, 'Scheduled', publication(at, until)).catch(toastError);
  };
  const dialog =
    scheduling === null ? null : (
      <ScheduleDialog
        at={scheduling.scheduled_for}
        until={scheduling.unpublish_at ?? null}
        title={`Schedule “${scheduling.title}”`}
        note={scheduling.status === 'published' ? 'Until then, readers will not find it.' : undefined}
        onClose={() => setScheduling(null)}
        onChoose={(at, until) => schedule(scheduling, at, until)}
      />
    );
  return { ask, dialog };
}

/** Puts the focus onto a card that went to another column, unless a person has gone on meanwhile. */
function focusCard(id: string): void {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>(`[data-card="${id}"]`)?.focus();
}
