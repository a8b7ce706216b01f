import { useProjectQuery } from '../../api/project.ts';
import { Section } from '../../components/page.tsx';
import { Time } from '../../components/time.tsx';
import './home.css';

interface StaleList {
  data: { id: string; title: string; review_due_at: string }[];
}

/** Articles of the knowledge base that nobody edited or reviewed for too long. */
export function StaleArticles() {
  const list = useProjectQuery<StaleList>('kb', '/v1/kb/articles', {
    query: { freshness: 'stale', limit: 5 },
  });
  const stale = list.data?.data ?? [];
  if (stale.length === 0) return null;
  return (
    <Section title="Articles to review">
      <ul className="item-list">
        {stale.map(({ id, title, review_due_at }) => (
          <li key={id}>
            <span className="item-title">{title}</span>
            <span className="item-when">
              due <Time value={review_due_at} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
