import { Link } from '@tanstack/react-router';
import { FileText, Layers } from 'lucide-react';
import type { ContentType } from '../../../../src/content-types/schema.ts';
import { useProject, useProjectQuery } from '../../api/project.ts';
import { Page } from '../../components/page.tsx';
import { EmptyState, QueryView } from '../../components/states.tsx';
import './content.css';

/** The way to every kind of content: collections to their lists, singletons to their editors. */
export function ContentScreen() {
  const types = useProjectQuery<{ data: ContentType[] }>('schema', '/v1/schema/content-types');
  return (
    <Page title="Entries" intro="Content in your custom types.">
      <QueryView query={types}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon={Layers} title="No content types yet">
              An owner makes the first one under Content types; then entries are written here.
            </EmptyState>
          ) : (
            <ul className="content-types">
              {data.map((type) => (
                <TypeTile key={type.slug} type={type} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </Page>
  );
}

function TypeTile({ type: { slug, name, kind, fields } }: { type: ContentType }) {
  const { id: projectId } = useProject();
  const isSingle = kind === 'singleton';
  const Icon = isSingle ? FileText : Layers;
  const about = `${isSingle ? 'One page' : 'Collection'} · ${fields.length} ${fields.length === 1 ? 'field' : 'fields'}`;
  const inside = (
    <>
      <Icon size={18} aria-hidden strokeWidth={1.6} />
      <span className="content-type-name">{name}</span>
      <span className="content-type-about">{about}</span>
    </>
  );
  return (
    <li>
      {isSingle ? (
        <Link
          className="content-type"
          to="/p/$projectId/entries/$type/$entryId"
          params={{ projectId, type: slug, entryId: 'single' }}
        >
          {inside}
        </Link>
      ) : (
        <Link className="content-type" to="/p/$projectId/entries/$type" params={{ projectId, type: slug }}>
          {inside}
        </Link>
      )}
    </li>
  );
}
