import { Link } from '@tanstack/react-router';
import type { KbReviewList } from '../../../../src/kb/editor/schema.ts';
import { useProject, useProjectQuery } from '../../api/project.ts';
import { useEditorHref } from '../../app/items.ts';
import { Section } from '../../components/page.tsx';
import { Time } from '../../components/time.tsx';
import './home.css';

/** Articles of the knowledge base that nobody edited or reviewed for too long, the longest first. */
export function StaleArticles() {
  const { id: projectId } = useProject();
  const hrefOf = useEditorHref();
  const list = useProjectQuery<KbReviewList>('kb', '/kb/reviews', {
    query: { freshness: 'stale', limit: 5 },
  });
  const stale = list.data?.data ?? [];
  if (stale.length === 0) return null;
  const all = (
    <Link to="/p/$projectId/kb/reviews" params={{ projectId }}>
      {list.data?.meta.has_more === true ? `All ${list.data.counts.stale}` : 'Freshness'}
    </Link>
  );
  return (
    <Section title="Articles to review" actions={all}>
      <ul className="item-list">
        {stale.map(({ id, title, review_due_at }) => {
          const href = hrefOf('kb_article', id);
          return (
            <li key={id}>
              <span className="item-title">{href === null ? title : <Link to={href}>{title}</Link>}</span>
              <span className="item-when">
                due <Time value={review_due_at} />
              </span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
