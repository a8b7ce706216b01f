import { Link } from '@tanstack/react-router';
import type { Referrer } from '../../../../src/content/entries/schema.ts';
import { useProjectQuery } from '../../api/project.ts';
import { useEditorHref } from '../lists/items.ts';
import { Badge } from '../../components/base/badge.tsx';
import { Loading, QueryView } from '../../components/layout/states.tsx';
import '../../components/list/boxed-list.css';
import './taxonomy.css';

export interface Uses {
  data: Referrer[];
  meta: { has_more: boolean };
}

/** Reads the referrers of an item: articles and entries, drafts included. */
export function useUses(id: string) {
  return useProjectQuery<Uses>('content', `/referenced-by/${id}`, { query: { limit: 100 } });
}

/** Each referrer by name, with a link to its editor. */
export function UseList({ uses }: { uses: readonly Referrer[] }) {
  const hrefOf = useEditorHref();
  return (
    <ul className="boxed-list boxed-list-small">
      {uses.map((use) => {
        const { type, id, title, url, content_type, field, live } = use;
        const isSingle = type === 'entry' && url?.endsWith(id) !== true;
        const href = hrefOf(type, isSingle ? 'single' : id, content_type);
        const name = title === '' ? 'Untitled' : title;
        return (
          <li key={`${id} ${field}`}>
            <span className="boxed-title">{href === null ? name : <Link to={href}>{name}</Link>}</span>
            <span className="use-kind">{content_type ?? kindNames[type]}</span>
            {live ? null : <Badge>Draft</Badge>}
          </li>
        );
      })}
    </ul>
  );
}

const kindNames: Readonly<Record<string, string>> = { blog_article: 'Blog', kb_article: 'Knowledge base' };

/** The part of a panel that lists the uses of a term. */
export function UsedBy({ id, emptyText }: { id: string; emptyText: string }) {
  const uses = useUses(id);
  return (
    <section>
      <h3>Used by</h3>
      <QueryView query={uses} loading={<Loading rows={2} />}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <p className="muted">{emptyText}</p>
          ) : (
            <>
              <UseList uses={data} />
              {meta.has_more ? <p className="muted">and more</p> : null}
            </>
          )
        }
      </QueryView>
    </section>
  );
}
