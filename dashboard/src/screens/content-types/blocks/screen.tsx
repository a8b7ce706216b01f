import { useNavigate } from '@tanstack/react-router';
import { Blocks, Plus } from 'lucide-react';
import type { BlockDefinition } from '../../../../../src/content/types/blocks/schema.ts';
import type { ContentType } from '../../../../../src/content/types/schema.ts';
import { useProject } from '../../../api/project.ts';
import { useBlockDefinitions } from '../../../features/blocks/outline/definitions.ts';
import { useActions } from '../../../components/keyboard/actions.ts';
import { Button } from '../../../components/base/button.tsx';
import { counted } from '../../../components/base/counted.ts';
import { type Column, DataTable } from '../../../components/list/data-table.tsx';
import type { RowLink } from '../../../components/list/list-return.ts';
import { Page } from '../../../components/layout/page.tsx';
import { EmptyState, QueryView } from '../../../components/layout/states.tsx';
import { Time } from '../../../components/base/time.tsx';
import { SchemaTabs } from '../schema-tabs.tsx';
import { useContentTypes } from '../types-query.ts';
import { usesOf } from './uses.ts';
import '../content-types.css';

/** The definitions of blocks, the parts from which editors put pages together. */
export function BlocksScreen() {
  const { id: projectId, role } = useProject();
  const navigate = useNavigate();
  const blocks = useBlockDefinitions();
  const types = useContentTypes();
  const isOwner = role === 'owner';
  const create = () =>
    void navigate({
      to: '/p/$projectId/content-types/blocks/new',
      params: { projectId },
      search: ({ release }) => ({ release }),
    });
  useActions(
    isOwner
      ? [{ id: 'new-block', label: 'New block', group: 'Create', icon: Plus, keys: 'c', run: create }]
      : [],
  );
  return (
    <Page
      title="Content types"
      intro="Blocks are the parts of a page that editors put together: a hero, a quote, a list of questions."
      actions={
        isOwner ? (
          <Button variant="primary" icon={Plus} onClick={create}>
            New block
          </Button>
        ) : undefined
      }
    >
      <SchemaTabs at="blocks" />
      <QueryView query={blocks}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon={Blocks} title="No blocks yet">
              {isOwner
                ? 'Create one, then add a field of the type Blocks to a content type.'
                : 'An owner of this project can create them.'}
            </EmptyState>
          ) : (
            <BlockTable blocks={data} types={types.data?.data ?? []} />
          )
        }
      </QueryView>
    </Page>
  );
}

interface BlockTableProps {
  blocks: readonly BlockDefinition[];
  types: readonly ContentType[];
}

function BlockTable({ blocks, types }: BlockTableProps) {
  const { id: projectId } = useProject();
  const linkTo = ({ slug }: BlockDefinition): RowLink => ({
    to: '/p/$projectId/content-types/blocks/block/$block',
    params: { projectId, block: slug },
  });
  const columns: readonly Column<BlockDefinition>[] = [
    { key: 'name', title: 'Name', width: '30%', cell: ({ name }) => <strong>{name}</strong> },
    { key: 'slug', title: 'Key', width: '20%', cell: ({ slug }) => <code className="muted">{slug}</code> },
    { key: 'fields', title: 'Fields', width: '12%', align: 'end', cell: ({ fields }) => fields.length },
    {
      key: 'uses',
      title: 'Used in',
      width: '18%',
      cell: ({ slug }) => counted(usesOf(slug, { types, blocks }).length, 'field'),
    },
    { key: 'updated', title: 'Changed', cell: ({ updated_at }) => <Time value={updated_at} /> },
  ];
  return <DataTable label="Blocks" columns={columns} rows={blocks} rowId={slugOf} linkTo={linkTo} />;
}

const slugOf = ({ slug }: BlockDefinition) => slug;
