import { useRouter } from '@tanstack/react-router';
import type { PageUse } from '../../../../src/contract/links.ts';
import { useProjectQuery } from '../../api/project.ts';
import { counted } from '../../components/counted.ts';

export interface Uses {
  used_by: PageUse[];
  used_by_total: number;
}

/** The pages on which readers see the asset now. */
export function useUses(assetId: string) {
  return useProjectQuery<Uses>('media', `/media/${assetId}/used-by`);
}

const kinds: Readonly<Record<string, string>> = {
  entry: 'Entry',
  blog_article: 'Blog article',
  blog_category: 'Blog category',
  kb_article: 'Knowledge base article',
  kb_collection: 'Knowledge base collection',
  author: 'Author',
};

/** Each page by name; entries lead to their editor. */
export function UseList({ uses, projectId }: { uses: Uses; projectId: string }) {
  const { history } = useRouter();
  const { used_by, used_by_total } = uses;
  if (used_by_total === 0) return <p className="muted">No live page uses it.</p>;
  return (
    <>
      <ul className="uses">
        {used_by.map(({ type, id, title, content_type }) => {
          const path = `/p/${projectId}/entries/${content_type ?? ''}/${id}`;
          return (
            <li key={`${type} ${id}`}>
              {type === 'entry' ? (
                <a
                  href={`/dashboard${path}`}
                  onClick={(event) => {
                    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                    event.preventDefault();
                    history.push(`/dashboard${path}`);
                  }}
                >
                  {title}
                </a>
              ) : (
                <span>{title}</span>
              )}
              <span className="muted">{type === 'entry' ? content_type : (kinds[type] ?? type)}</span>
            </li>
          );
        })}
      </ul>
      {used_by_total > used_by.length ? (
        <p className="muted">and {counted(used_by_total - used_by.length, 'more page')}</p>
      ) : null}
    </>
  );
}
