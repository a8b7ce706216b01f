import { getRouteApi, Link } from '@tanstack/react-router';
import { useProject } from '../../../api/project.ts';
import { Page } from '../../../components/layout/page.tsx';
import { EmptyState, QueryView } from '../../../components/layout/states.tsx';
import { draftOf } from '../draft.ts';
import { TypeBuilder } from './type-builder.tsx';
import { useContentTypes } from '../types-query.ts';
import '../content-types.css';

const route = getRouteApi('/p/$projectId/content-types/type/$type');

export function ContentTypeScreen() {
  const { type: slug } = route.useParams();
  const { releaseId } = useProject();
  const types = useContentTypes();
  return (
    <QueryView query={types} loading={<Page title={slug}>{null}</Page>}>
      {({ data }) => {
        const stored = data.find((type) => type.slug === slug);
        if (stored === undefined) return <NoSuchType slug={slug} />;
        return (
          <TypeBuilder key={`${releaseId} ${slug}`} initial={draftOf(stored)} stored={stored} types={data} />
        );
      }}
    </QueryView>
  );
}

function NoSuchType({ slug }: { slug: string }) {
  const { id: projectId } = useProject();
  const list = (
    <Link to="/p/$projectId/content-types" params={{ projectId }}>
      Show all types
    </Link>
  );
  return (
    <EmptyState title={`Type ${slug} not found`} action={list}>
      It may have been deleted, or it is in another release.
    </EmptyState>
  );
}
