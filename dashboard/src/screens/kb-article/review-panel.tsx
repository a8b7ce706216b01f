import { CircleCheck, ThumbsDown, ThumbsUp } from 'lucide-react';
import { useState } from 'react';
import { useProjectApi, useRefresh } from '../../api/project.ts';
import type { ArticlePartProps } from '../../features/articles/kind.ts';
import { useActions } from '../../components/keyboard/actions.ts';
import { Badge } from '../../components/base/badge.tsx';
import { Button } from '../../components/base/button.tsx';
import { Time } from '../../components/base/time.tsx';
import { toast, toastError } from '../../components/overlay/toast.tsx';
import { useDraftState } from '../../features/editing/draft/use-draft.ts';
import { localeOf } from '../../features/editing/item.ts';
import './kb-article.css';

const freshnessBadges = {
  fresh: { tone: 'good', name: 'Fresh' },
  aging: { tone: 'warn', name: 'Due soon' },
  stale: { tone: 'bad', name: 'Stale' },
} as const;

/** The freshness of the article, and the votes of readers. */
export function ReviewPanel({ editor }: ArticlePartProps) {
  const { store, service } = editor;
  const kb = useDraftState(store, ({ item }) => item.kb);
  const id = useDraftState(store, ({ item }) => item.id);
  const isLive = useDraftState(store, ({ item }) => item.status === 'published');
  const api = useProjectApi();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const review = async () => {
    setBusy(true);
    try {
      await api.post(`/v1/kb/articles/${id}/review`, undefined, { query: localeOf(store.state().item) });
      const { kb: reviewed } = await service.read();
      store.accept({ ...store.state().item, kb: reviewed });
      toast('Marked as reviewed');
      await refresh('kb');
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  useActions(
    isLive
      ? [
          {
            id: 'review',
            label: 'Mark as reviewed',
            group: 'This article',
            icon: CircleCheck,
            run: () => void review(),
          },
        ]
      : [],
  );
  if (kb === null) return null;
  const badge = freshnessBadges[kb.freshness];
  return (
    <section className="editing-box kb-review" aria-label="Freshness">
      <h2>Freshness</h2>
      {isLive ? (
        <>
          <p className="kb-review-line">
            <Badge tone={badge.tone}>{badge.name}</Badge>
            <span className="muted">
              {kb.freshness === 'stale' ? 'was due ' : 'due '}
              <Time value={kb.review_due_at} />
            </span>
          </p>
          <div>
            <Button needs="publish" icon={CircleCheck} busy={busy} onClick={() => void review()}>
              Mark as reviewed
            </Button>
          </div>
        </>
      ) : (
        <p className="muted">Counted from publication.</p>
      )}
      <p className="kb-review-line muted">
        <ThumbsUp size={14} aria-hidden /> {kb.helpful_count}
        <span className="visually-hidden">found it helpful</span>
        <ThumbsDown size={14} aria-hidden /> {kb.not_helpful_count}
        <span className="visually-hidden">did not</span>
      </p>
    </section>
  );
}
