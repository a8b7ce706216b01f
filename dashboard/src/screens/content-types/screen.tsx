import { useNavigate } from '@tanstack/react-router';
import { Plus, Shapes } from 'lucide-react';
import type { ContentType } from '../../../../src/content/types/schema.ts';
import { useProject } from '../../api/project.ts';
import { useActions } from '../../components/keyboard/actions.ts';
import { Badge } from '../../components/base/badge.tsx';
import { Button } from '../../components/base/button.tsx';
import { type Column, DataTable } from '../../components/list/data-table.tsx';
import type { RowLink } from '../../components/list/list-return.ts';
import { Page } from '../../components/layout/page.tsx';
import { EmptyState, QueryView } from '../../components/layout/states.tsx';
import { Time } from '../../components/base/time.tsx';
import { SchemaTabs } from './schema-tabs.tsx';
import { TypeStartingPoints } from './type/type-starting-points.tsx';
import { useContentTypes } from './types-query.ts';
import './content-types.css';

export function ContentTypesScreen() {
  const { id: projectId, role } = useProject();
  const navigate = useNavigate();
  const types = useContentTypes();
  const isOwner = role === 'owner';
  const create = () =>
    void navigate({ to: '/p/$projectId/content-types/new', params: { projectId }, search: (s) => s });
  useActions(
    isOwner
      ? [{ id: 'new-type', label: 'New content type', group: 'Create', icon: Plus, keys: 'c', run: create }]
      : [],
  );
  return (
    <Page
      title="Content types"
      intro="Define what your content looks like. Each type has its own fields and API path."
      actions={
        isOwner ? (
          <Button variant="primary" icon={Plus} onClick={create}>
            New type
          </Button>
        ) : undefined
      }
    >
      <SchemaTabs at="types" />
      <QueryView query={types}>
        {({ data }) => (data.length === 0 ? <NoTypes isOwner={isOwner} /> : <TypeTable types={data} />)}
      </QueryView>
    </Page>
  );
}

function NoTypes({ isOwner }: { isOwner: boolean }) {
  return isOwner ? (
    <section className="stack">
      <p className="muted">Start from scratch or from a template.</p>
      <TypeStartingPoints />
    </section>
  ) : (
    <EmptyState icon={Shapes} title="No content types yet">
      An owner of this project can create them.
    </EmptyState>
  );
}

function TypeTable({ types }: { types: readonly ContentType[] }) {
  const { id: projectId } = useProject();
  const linkTo = ({ slug }: ContentType): RowLink => ({
    to: '/p/$projectId/content-types/type/$type',
    params: { projectId, type: slug },
  });
  return <DataTable label="Content types" columns={columns} rows={types} rowId={slugOf} linkTo={linkTo} />;
}

const slugOf = ({ slug }: ContentType) => slug;

const columns: readonly Column<ContentType>[] = [
  { key: 'name', title: 'Name', width: '30%', cell: ({ name }) => <strong>{name}</strong> },
  { key: 'slug', title: 'Key', width: '20%', cell: ({ slug }) => <code className="muted">{slug}</code> },
  { key: 'kind', title: 'Kind', width: '16%', cell: ({ kind }) => <KindBadge kind={kind} /> },
  { key: 'fields', title: 'Fields', width: '12%', align: 'end', cell: ({ fields }) => fields.length },
  { key: 'updated', title: 'Changed', cell: ({ updated_at }) => <Time value={updated_at} /> },
];

export function KindBadge({ kind }: { kind: ContentType['kind'] }) {
  return kind === 'collection' ? <Badge tone="note">Collection</Badge> : <Badge>Single</Badge>;
}
