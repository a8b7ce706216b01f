import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Page } from '../../../components/layout/page.tsx';
import { QueryView } from '../../../components/layout/states.tsx';
import { copyOf, newDraft } from '../draft.ts';
import { AboveLink } from './above-link.tsx';
import { TypeStartingPoints } from './type-starting-points.tsx';
import { TypeBuilder } from './type-builder.tsx';
import { useTemplates } from '../templates-query.ts';
import { useContentTypes } from '../types-query.ts';
import '../content-types.css';

const route = getRouteApi('/p/$projectId/content-types/new');

/** First the choice of where to begin, then the builder. */
export function NewContentTypeScreen() {
  const { from, copy } = route.useSearch();
  if (copy !== undefined) return <Copied key={copy} of={copy} />;
  if (from !== undefined) return <Begun key={from} from={from} />;
  return (
    <Page
      title="New content type"
      above={<AboveLink />}
      intro="Start from scratch or from a template. Galley copies the template: later changes to it do not affect your type."
    >
      <TypeStartingPoints />
    </Page>
  );
}

function Begun({ from }: { from: string }) {
  const types = useContentTypes();
  const templates = useTemplates();
  const slugs = useMemo(() => types.data?.data.map(({ slug }) => slug), [types.data]);
  return (
    <QueryView query={templates} loading={<Page title="New content type">{null}</Page>}>
      {({ data: plans }) =>
        slugs === undefined ? null : (
          <TypeBuilder
            initial={newDraft(plans.find(({ slug }) => slug === from) ?? null, slugs)}
            stored={null}
            types={types.data?.data ?? []}
          />
        )
      }
    </QueryView>
  );
}

/** The builder with a copy of a type that there is. */
function Copied({ of }: { of: string }) {
  const types = useContentTypes();
  return (
    <QueryView query={types} loading={<Page title="New content type">{null}</Page>}>
      {({ data }) => {
        const original = data.find(({ slug }) => slug === of);
        const slugs = data.map(({ slug }) => slug);
        const initial = original === undefined ? newDraft(null, slugs) : copyOf(original, slugs);
        return <TypeBuilder initial={initial} stored={null} types={data} />;
      }}
    </QueryView>
  );
}
