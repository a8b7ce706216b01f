import { Link } from '@tanstack/react-router';
import type { Referrer } from '../../../src/content/schema.ts';
import { type Module, useProject, useProjectQuery } from '../api/project.ts';

export interface ReferrerList {
  data: Referrer[];
  meta: { has_more: boolean };
}

/** Everything that links to an item, drafts included; `path` answers it. */
export function useReferrers(module: Module, path: string, { enabled = true } = {}) {
  return useProjectQuery<ReferrerList>(module, path, { query: { limit: 50 }, enabled });
}

export function Referrers({ list, noun }: { list: ReferrerList | undefined; noun: string }) {
  return (
    <section className="editing-box" aria-label="Who links here">
      <h2>Who links here</h2>
      {list === undefined ? null : list.data.length === 0 ? (
        <p className="muted">Nothing links to this {noun}.</p>
      ) : (
        <ReferrerLinks found={list.data} hasMore={list.meta.has_more} />
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
