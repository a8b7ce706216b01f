import { useState } from 'react';
import type { EditorArticleRow } from '../../../../../src/modules/articles/store/schema.ts';
import { ApiError } from '../../../api/errors/api-error.ts';
import { useProjectApi, useRefresh } from '../../../api/project.ts';
import { serviceNow } from '../../../api/service-time.ts';
import { articleModules } from '../../../features/articles/list/article-modules.ts';
import { changeArticle } from '../../../features/articles/service.ts';
import { publication } from '../../../features/editing/publish/publication.ts';
import { useConfirm } from '../../../components/overlay/confirm.tsx';
import { toast, toastError } from '../../../components/overlay/toast.tsx';
import { ScheduleDialog } from '../../../features/editing/schedule/schedule-dialog.tsx';
import type { LaneName } from './lanes.ts';

/** Delay after which a closed dialog has returned the focus. */
const focusAfterMs = 120;

/** Confirms the move of an article to another column, then moves it. The caller must render `dialog`. */
export function useBoardMoves() {
  const api = useProjectApi();
  const refresh = useRefresh();
  const confirm = useConfirm();
  const [scheduling, setScheduling] = useState<EditorArticleRow | null>(null);

  const moveRow = async (row: EditorArticleRow, message: string, body: object) => {
    try {
      await changeArticle(api, articleModules.blog, row, body);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'revision_conflict') throw error;
      throw new Error('Someone else just saved this article. Open and review it, then publish it there.');
    } finally {
      await refresh('blog');
    }
    toast(message);
    setTimeout(() => focusCard(row.id), focusAfterMs);
  };
  const publish = (row: EditorArticleRow) => {
    const serviceTime = serviceNow();
    const hasFutureDate =
      row.scheduled_for !== null || (row.published_at !== null && row.published_at > serviceTime);
    const at = hasFutureDate ? serviceTime : null;
    confirm({
      title: `Publish “${row.title}”?`,
      body: 'Readers will see the current draft immediately.',
      action: 'Publish',
      run: () => moveRow(row, 'Published', publication(at)),
    });
  };
  const unpublishOrCancel = (row: EditorArticleRow) => {
    const isLive = row.status === 'published';
    confirm({
      title: isLive ? `Unpublish “${row.title}”?` : `Cancel the schedule of “${row.title}”?`,
      body: isLive
        ? 'Readers will no longer find it. The draft is kept.'
        : 'It stays a draft until you publish it.',
      action: isLive ? 'Unpublish' : 'Cancel schedule',
      danger: isLive,
      run: () =>
        moveRow(row, isLive ? 'Unpublished. The draft is kept.' : 'Schedule canceled', { publish: false }),
    });
  };
  const requestMove = (row: EditorArticleRow, to: LaneName) => {
    if (to === 'scheduled') setScheduling(row);
    else if (to === 'published') publish(row);
    else unpublishOrCancel(row);
  };
  const schedule = async (row: EditorArticleRow, at: string, until: string | null) => {
    setScheduling(null);
    await moveRow(row, 'Scheduled', publication(at, until)).catch(toastError);
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
  return { requestMove, dialog };
}

/** Focuses a card after its move, unless the person has moved the focus meanwhile. */
function focusCard(id: string): void {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>(`[data-card="${id}"]`)?.focus();
}
