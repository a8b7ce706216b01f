import { Link, useNavigate } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { KbReviewList } from '../../../../../src/modules/kb/editor/schema.ts';
import { ArticleTitle } from '../article-title.tsx';
import { useEditorHref } from '../../../features/lists/items.ts';
import { Button } from '../../../components/base/button.tsx';
import { Time } from '../../../components/base/time.tsx';

interface ReviewCardProps {
  article: KbReviewList['data'][number];
  onReview: () => void;
}

/** One article of the board. Enter opens it. */
export function ReviewCard({ article, onReview }: ReviewCardProps) {
  const { title, collection, section, review_due_at, last_reviewed_at, freshness } = article;
  const navigate = useNavigate();
  const href = useEditorHref()('kb_article', article.id);
  const onKey = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.metaKey || event.ctrlKey || event.altKey) return;
    if (event.key !== 'Enter' || href === null) return;
    event.preventDefault();
    void navigate({ to: href });
  };
  return (
    <li className="reviews-card" data-card tabIndex={-1} aria-label={title} onKeyDown={onKey}>
      <span className="reviews-title">
        {href === null ? (
          <ArticleTitle article={article} />
        ) : (
          <Link to={href}>
            <ArticleTitle article={article} />
          </Link>
        )}
      </span>
      <span className="reviews-place">
        {section === null ? collection.title : `${collection.title} › ${section.title}`}
      </span>
      <span className="reviews-due">
        {freshness === 'stale' ? 'was due ' : 'due '}
        <Time value={review_due_at} />
        <span className="reviews-reviewed">
          {last_reviewed_at === null ? (
            'never reviewed'
          ) : (
            <>
              {'reviewed '}
              <Time value={last_reviewed_at} />
            </>
          )}
        </span>
      </span>
      <Button
        needs="publish"
        icon={Check}
        variant={freshness === 'fresh' ? 'quiet' : 'default'}
        aria-label={`Mark as reviewed: ${title}`}
        title="Mark as reviewed (R)"
        data-review
        onClick={onReview}
      >
        Mark as reviewed
      </Button>
    </li>
  );
}
