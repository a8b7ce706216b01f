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
  { verdict: 'stale', title: 'Stale', none: 'All up to date.' },
  { verdict: 'aging', title: 'Due soon', none: 'Nothing due soon.' },
  { verdict: 'fresh', title: 'Fresh', none: 'Nothing edited or reviewed recently.' },
] as const;

/** Live articles by freshness. One click marks an article as reviewed. */
export function KbReviewsScreen() {
  const board = useRef<HTMLDivElement>(null);
  const locale = useChosenLocale();
  const review = useReview(locale);
  const [reviewedIds, setReviewedIds] = useState<ReadonlySet<string>>(new Set());
  const confirm = (article: Review) => {
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
          {columns.map(({ verdict, title, none }) => (
            <ReviewColumn
              key={verdict}
              verdict={verdict}
              title={title}
              none={none}
              reviewedIds={reviewedIds}
              onReview={confirm}
            />
          ))}
        </div>
      </LocaleAccess>
    </KbPage>
  );
}

interface ColumnProps {
  verdict: 'stale' | 'aging' | 'fresh';
  title: string;
  none: string;
  /** Articles that were just reviewed. */
  reviewedIds: ReadonlySet<string>;
  onReview: (article: Review) => void;
}

function ReviewColumn({ verdict, title, none, reviewedIds, onReview }: ColumnProps) {
  const list = useProjectPages<Review, Pick<KbReviewList, 'counts'>>('kb', '/kb/reviews', {
    query: { freshness: verdict, limit: 30, ...localeQuery(useChosenLocale()) },
  });
  const visibleReviews = list.rows?.filter(({ id }) => verdict === 'fresh' || !reviewedIds.has(id));
  return (
    <section className={`reviews-column reviews-${verdict}`} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <span className="reviews-count">{list.first?.counts[verdict] ?? ''}</span>
      </header>
      <Paged
        pages={{ ...list, rows: visibleReviews }}
        loading={6}
        empty={<p className="reviews-none">{none}</p>}
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
