import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Copy, Ellipsis, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ContentType } from '../../../../src/content/types/schema.ts';
import { useProject } from '../../api/project.ts';
import { IconButton } from '../../components/base/button.tsx';
import { Page } from '../../components/layout/page.tsx';
import { EmptyState, QueryView } from '../../components/layout/states.tsx';
import { Menu, MenuItem } from '../../components/overlay/menu.tsx';
import { Builder } from './builder/builder.tsx';
import { draftOf, duplicateDraft, newDraft } from './builder/draft.ts';
import { DeleteTypeDialog } from './delete-dialog.tsx';
import { ListLink } from './parts.tsx';
import { useContentTypes, useTemplates } from './queries.ts';
import { StartScreen } from './starting-points.tsx';
import './content-types.css';

const route = getRouteApi('/p/$projectId/content-types/type/$type');
const newRoute = getRouteApi('/p/$projectId/content-types/new');
const slugsOf = (types: readonly ContentType[]) => types.map(({ slug }) => slug);

export function ContentTypeScreen() {
  const { type: slug } = route.useParams();
  const { releaseId } = useProject();
  return (
    <QueryView query={useContentTypes()} loading={<Page title={slug}>{null}</Page>}>
      {({ data }) => {
        const stored = data.find((type) => type.slug === slug);
        return stored === undefined ? (
          <EmptyState title={`Type ${slug} not found`} action={<ListLink kind="type" />}>
            It may have been deleted, or it is in another release.
          </EmptyState>
        ) : (
          <Builder
            key={`${releaseId} ${slug}`}
            initial={draftOf(stored)}
            stored={stored}
            types={data}
            usedSlugs={slugsOf(data)}
            menu={<TypeMenu type={stored} />}
          />
        );
      }}
    </QueryView>
  );
}

/** Asks what to start from, then shows the builder. */
export function NewContentTypeScreen() {
  const { from, copy } = newRoute.useSearch();
  if (copy !== undefined) return <DuplicateBuilder key={copy} original={copy} />;
  if (from !== undefined) return <TemplateBuilder key={from} from={from} />;
  return <StartScreen kind="type" />;
}

function TemplateBuilder({ from }: { from: string }) {
  const types = useContentTypes().data?.data;
  return (
    <QueryView query={useTemplates('type')} loading={<Page title="New content type">{null}</Page>}>
      {({ data: templates }) => {
        if (types === undefined) return null;
        const slugs = slugsOf(types);
        const template = templates.find(({ slug }) => slug === from) ?? null;
        return (
          <Builder
            initial={newDraft('type', template, slugs)}
            stored={null}
            types={types}
            usedSlugs={slugs}
          />
        );
      }}
    </QueryView>
  );
}

function DuplicateBuilder({ original }: { original: string }) {
  return (
    <QueryView query={useContentTypes()} loading={<Page title="New content type">{null}</Page>}>
      {({ data }) => {
        const type = data.find(({ slug }) => slug === original);
        const slugs = slugsOf(data);
        const initial = type === undefined ? newDraft('type', null, slugs) : duplicateDraft(type, slugs);
        return <Builder initial={initial} stored={null} types={data} usedSlugs={slugs} />;
      }}
    </QueryView>
  );
}

function TypeMenu({ type }: { type: ContentType }) {
  const { id: projectId } = useProject();
  const navigate = useNavigate();
  const duplicate = () =>
    navigate({ to: '/p/$projectId/content-types/new', params: { projectId }, search: { copy: type.slug } });
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <Menu trigger={<IconButton label="More about this type" icon={Ellipsis} />}>
        <MenuItem icon={Copy} onSelect={() => void duplicate()}>
          Duplicate type
        </MenuItem>
        <MenuItem icon={Trash2} danger onSelect={() => setDeleting(true)}>
          Delete type
        </MenuItem>
      </Menu>
      {isDeleting ? <DeleteTypeDialog type={type} onClose={() => setDeleting(false)} /> : null}
    </>
  );
}
