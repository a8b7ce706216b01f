import { Link } from '@tanstack/react-router';
import type { Home } from '../../../../src/dashboard/api/schema.ts';
import { useProject } from '../../api/project.ts';
import { useEditorHref } from '../../features/lists/items.ts';
import { Section } from '../../components/layout/page.tsx';
import { Time } from '../../components/base/time.tsx';
import '../../components/list/boxed-list.css';
import './home.css';

const maxArticles = 5;

/** Knowledge base articles whose review is overdue, the most overdue first. */
export function StaleArticles({ stale, count }: { stale: Home['stale_articles']; count: number }) {
  const { id: projectId } = useProject();
  const hrefOf = useEditorHref();
  if (stale.length === 0) return null;
  const all = (
    <Link to="/p/$projectId/kb/reviews" params={{ projectId }}>
      {count > maxArticles ? `All ${count}` : 'Freshness'}
    </Link>
  );
  return (
    <Section title="Articles to review" actions={all}>
      <ul className="boxed-list">
        {stale.slice(0, maxArticles).map(({ id, title, review_due_at }) => {
          const href = hrefOf('kb_article', id);
          return (
            <li key={id}>
              <span className="boxed-title">{href === null ? title : <Link to={href}>{title}</Link>}</span>
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
