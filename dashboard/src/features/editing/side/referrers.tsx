import { Link } from '@tanstack/react-router';
import type { Referrer } from '../../../../../src/content/entries/schema.ts';
import { type Module, useProjectQuery } from '../../../api/project.ts';
import { useEditorHref } from '../../lists/items.ts';
import { kindNames } from '../../fields/picker/search.ts';

export interface ReferrerList {
  data: Referrer[];
  meta: { has_more: boolean };
}

/** Reads the referrers of an item, drafts included, from `path`. */
export function useReferrers(module: Module, path: string, { enabled = true } = {}) {
  return useProjectQuery<ReferrerList>(module, path, { query: { limit: 50 }, enabled });
}

export function Referrers({ list }: { list: ReferrerList | undefined }) {
  const hrefOf = useEditorHref();
  return (
    <section className="editing-box" aria-label="Linked from">
      <h2>Linked from</h2>
      {list === undefined ? null : list.data.length === 0 ? (
        <p className="muted">No links yet.</p>
      ) : (
        <ReferrerLinks referrers={list.data} hasMore={list.meta.has_more} hrefOf={hrefOf} />
      )}
    </section>
  );
}

interface ReferrerLinksProps {
  referrers: readonly Referrer[];
  hasMore: boolean;
  /** Returns the editor's URL. It is a prop because dialogs are outside of the project's page. */
  hrefOf: ReturnType<typeof useEditorHref>;
}

export function ReferrerLinks({ referrers, hasMore, hrefOf }: ReferrerLinksProps) {
  return (
    <ul className="referrers">
      {referrers.map(({ id, title, field, live, type, content_type }) => {
        const href = hrefOf(type, id, content_type);
        const name = title === id ? 'Untitled' : title;
        return (
          <li key={`${id} ${field}`}>
            {href === null ? <span>{name}</span> : <Link to={href}>{name}</Link>}
            <span className="muted">
              {content_type ?? kindNames[type] ?? type} · {field}
              {live ? '' : ' · draft'}
            </span>
          </li>
        );
      })}
      {hasMore ? <li className="muted">and more</li> : null}
    </ul>
  );
}
