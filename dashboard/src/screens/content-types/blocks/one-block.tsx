import { getRouteApi } from '@tanstack/react-router';
import { useProject } from '../../../api/project.ts';
import { useBlockDefinitions } from '../../../features/blocks/outline/definitions.ts';
import { Page } from '../../../components/layout/page.tsx';
import { EmptyState, QueryView } from '../../../components/layout/states.tsx';
import { useContentTypes } from '../types-query.ts';
import { AboveLink } from './above-link.tsx';
import { BlockBuilder } from './block-builder.tsx';
import { blockDraftOf, newBlockDraft } from './draft.ts';
import { BlockStartingPoints } from './starting-points.tsx';
import { useBlockTemplates } from './templates-query.ts';
import '../content-types.css';

const route = getRouteApi('/p/$projectId/content-types/blocks/block/$block');
const newRoute = getRouteApi('/p/$projectId/content-types/blocks/new');

export function BlockScreen() {
  const { block: slug } = route.useParams();
  const { releaseId } = useProject();
  const blocks = useBlockDefinitions();
  const types = useContentTypes();
  return (
    <QueryView query={blocks} loading={<Page title={slug}>{null}</Page>}>
      {({ data }) => {
        const stored = data.find((block) => block.slug === slug);
        return stored === undefined ? (
          <EmptyState title={`Block ${slug} not found`} action={<AboveLink />}>
            It may have been deleted, or it is in another release.
          </EmptyState>
        ) : (
          <BlockBuilder
            key={`${releaseId} ${slug}`}
            initial={blockDraftOf(stored)}
            stored={stored}
            types={types.data?.data ?? []}
            blocks={data}
          />
        );
      }}
    </QueryView>
  );
}

/** First the choice of where to begin, then the builder. */
export function NewBlockScreen() {
  const { from } = newRoute.useSearch();
  const blocks = useBlockDefinitions();
  const types = useContentTypes();
  const templates = useBlockTemplates();
  if (from === undefined)
    return (
      <Page
        title="New block"
        above={<AboveLink />}
        intro="Start from scratch or from a template. Galley copies the template: later changes to it do not affect your block."
      >
        <BlockStartingPoints />
      </Page>
    );
  return (
    <QueryView query={blocks} loading={<Page title="New block">{null}</Page>}>
      {({ data }) => {
        const taken = data.map(({ slug }) => slug);
        const template = templates.data?.data.find(({ slug }) => slug === from) ?? null;
        if (from !== 'nothing' && templates.isPending) return null;
        return (
          <BlockBuilder
            key={from}
            initial={newBlockDraft(template, taken)}
            stored={null}
            types={types.data?.data ?? []}
            blocks={data}
          />
        );
      }}
    </QueryView>
  );
}
