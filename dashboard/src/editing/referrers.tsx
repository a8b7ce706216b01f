import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Referrer } from '../../../src/content/schema.ts';
import { type Module, useProjectQuery } from '../api/project.ts';
import { useEditorHref } from '../app/items.ts';
import { kindNames } from '../fields/search.ts';

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
  return (
    <ul className="referrers">
      {found.map(({ id, title, field, live, type, content_type }) => (
        <li key={`${id} ${field}`}>
          <ReferrerName id={id} type={type} contentType={content_type}>
            {title === id ? 'Untitled' : title}
          </ReferrerName>
          <span className="muted">
            {content_type ?? kindNames[type] ?? type} · {field}
            {live ? '' : ' · draft'}
          </span>
        </li>
      ))}
      {hasMore ? <li className="muted">and more</li> : null}
    </ul>
  );
}

interface ReferrerNameProps {
  id: string;
  type: string;
  contentType: string | undefined;
  children: ReactNode;
}

function ReferrerName({ id, type, contentType, children }: ReferrerNameProps) {
  const href = useEditorHref()(type, id, contentType);
  return href === null ? <span>{children}</span> : <Link to={href}>{children}</Link>;
}
