import { Link } from '@tanstack/react-router';
import type { Referrer } from '../../../../src/content/schema.ts';
import { useProject, useProjectQuery } from '../../api/project.ts';

/** Everything that links to this entry, drafts included. */
export function useReferrers(address: string) {
  return useProjectQuery<{ data: Referrer[]; meta: { has_more: boolean } }>(
    'content',
    `${address}/referenced-by`,
    {
      query: { limit: 50 },
    },
  );
}

export function Referrers({ address }: { address: string }) {
  const { data } = useReferrers(address);
  return (
    <section className="entry-box" aria-label="Who links here">
      <h2>Who links here</h2>
      {data === undefined ? null : data.data.length === 0 ? (
        <p className="muted">Nothing links to this entry.</p>
      ) : (
        <ReferrerLinks found={data.data} hasMore={data.meta.has_more} />
      )}
    </section>
  );
}

export function ReferrerLinks({ found, hasMore }: { found: readonly Referrer[]; hasMore: boolean }) {
  const { id: projectId } = useProject();
  return (
    <ul className="referrers">
      {found.map(({ id, title, field, live, type, content_type }) => (
        <li key={`${id} ${field}`}>
          {type === 'entry' && content_type !== undefined ? (
            <Link
              to="/p/$projectId/entries/$type/$entryId"
              params={{ projectId, type: content_type, entryId: id }}
            >
              {title === id ? 'Untitled' : title}
            </Link>
          ) : (
            <span>{title}</span>
          )}
          <span className="muted">
            {content_type ?? type} · {field}
            {live ? '' : ' · draft'}
          </span>
        </li>
      ))}
      {hasMore ? <li className="muted">and more</li> : null}
    </ul>
  );
}
