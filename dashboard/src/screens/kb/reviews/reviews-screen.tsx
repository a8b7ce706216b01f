import { useRef, useState } from 'react';
import type { KbReviewList } from '../../../../../src/modules/kb/editor/schema.ts';
import { localeQuery, useChosenLocale } from '../../../api/locales.ts';
import { useProjectPages } from '../../../api/pages.ts';
import { Button } from '../../../components/base/button.tsx';
import { Paged } from '../../../components/list/paged-table.tsx';
import { LocaleAccess } from '../../../features/access/locale-access.tsx';
import { ListLocaleMenu } from '../../../features/locales/locale-menu.tsx';
import { KbPage } from '../frame.tsx';
import { useReview } from '../article-actions.tsx';
import { ReviewCard } from './review-card.tsx';
import { useBoardKeys } from './board-keys.ts';

type Review = KbReviewList['data'][number];

const columns = [
  { freshness: 'stale', title: 'Stale', emptyText: 'All up to date.' },
  { freshness: 'aging', title: 'Due soon', emptyText: 'Nothing due soon.' },
  { freshness: 'fresh', title: 'Fresh', emptyText: 'Nothing edited or reviewed recently.' },
] as const;

/** Live articles by freshness. One click marks an article as reviewed. */
export function KbReviewsScreen() {
  const board = useRef<HTMLDivElement>(null);
  const locale = useChosenLocale();
  const review = useReview(locale);
  const [reviewedIds, setReviewedIds] = useState<ReadonlySet<string>>(new Set());
  const markReviewed = (article: Review) => {
    setReviewedIds((ids) => new Set(ids).add(article.id));
    void review(article).finally(() =>
      setReviewedIds((ids) => new Set([...ids].filter((id) => id !== article.id))),
    );
  };
  useBoardKeys(board);
  return (
    <KbPage
      intro="Published articles by the date of their last edit or review. An article is due at the end of its review interval."
      actions={<ListLocaleMenu />}
    >
      <LocaleAccess code={locale?.code}>
        <div className="reviews" ref={board}>
          {columns.map(({ freshness, title, emptyText }) => (
            <ReviewColumn
              key={freshness}
              freshness={freshness}
              title={title}
              emptyText={emptyText}
              reviewedIds={reviewedIds}
              onReview={markReviewed}
            />
          ))}
        </div>
      </LocaleAccess>
    </KbPage>
  );
}

interface ColumnProps {
  freshness: 'stale' | 'aging' | 'fresh';
  title: string;
  emptyText: string;
  /** Articles that were just reviewed. */
  reviewedIds: ReadonlySet<string>;
  onReview: (article: Review) => void;
}

function ReviewColumn({ freshness, title, emptyText, reviewedIds, onReview }: ColumnProps) {
  const list = useProjectPages<Review, Pick<KbReviewList, 'counts'>>('kb', '/kb/reviews', {
    query: { freshness, limit: 30, ...localeQuery(useChosenLocale()) },
  });
  const visibleReviews = list.rows?.filter(({ id }) => freshness === 'fresh' || !reviewedIds.has(id));
  return (
    <section className={`reviews-column reviews-${freshness}`} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <span className="reviews-count">{list.first?.counts[freshness] ?? ''}</span>
      </header>
      <Paged
        pages={{ ...list, rows: visibleReviews }}
        loading={6}
        empty={<p className="reviews-none">{emptyText}</p>}
      >
        {(rows) => (
          <ul>
            {rows.map((article) => (
              <ReviewCard key={article.id} article={article} onReview={() => onReview(article)} />
            ))}
          </ul>
        )}
      </Paged>
      {list.hasMore ? (
        <Button variant="quiet" busy={list.isLoadingMore} onClick={list.loadMore}>
          Show more
        </Button>
      ) : null}
    </section>
  );
}
