import { useNavigate } from '@tanstack/react-router';
import { Blocks, Plus, Shapes } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BlockDefinition } from '../../../../src/content/types/blocks/schema.ts';
import type { ContentType } from '../../../../src/content/types/schema.ts';
import { useProject } from '../../api/project.ts';
import { useActions } from '../../components/keyboard/actions.ts';
import { Button } from '../../components/base/button.tsx';
import { counted } from '../../components/base/counted.ts';
import { type Column, DataTable } from '../../components/list/data-table.tsx';
import { Page } from '../../components/layout/page.tsx';
import { EmptyState, QueryView } from '../../components/layout/states.tsx';
import { Time } from '../../components/base/time.tsx';
import { useBlockDefinitions } from '../../features/blocks/outline/definitions.ts';
import { type Definition, type DefinitionKind, definitionKinds, definitionLink } from './kinds.ts';
import { KindBadge, SchemaTabs } from './parts.tsx';
import { useContentTypes } from './queries.ts';
import { StartingPoints } from './starting-points.tsx';
import { usesOfBlock } from './uses.tsx';
import './content-types.css';

export function ContentTypesScreen() {
  const types = useContentTypes();
  return (
    <DefinitionsPage
      kind="type"
      intro="Define what your content looks like. Each type has its own fields and API path."
    >
      <QueryView query={types}>
        {({ data }) =>
          data.length === 0 ? (
            <NoTypes />
          ) : (
            <DefinitionTable kind="type" columns={[name, key, kindOfType, fieldCount, changed]} rows={data} />
          )
        }
      </QueryView>
    </DefinitionsPage>
  );
}

export function BlocksScreen() {
  const blocks = useBlockDefinitions();
  const types = useContentTypes().data?.data ?? [];
  const isOwner = useProject().role === 'owner';
  return (
    <DefinitionsPage
      kind="block"
      intro="Blocks are the parts of a page that editors put together: a hero, a quote, a list of questions."
    >
      <QueryView query={blocks}>
        {({ data }) => {
          const uses: Column<BlockDefinition> = {
            key: 'uses',
            title: 'Used in',
            width: '18%',
            cell: ({ slug }) => counted(usesOfBlock(slug, { types, blocks: data }).length, 'field'),
          };
          return data.length === 0 ? (
            <EmptyState icon={Blocks} title="No blocks yet">
              {isOwner
                ? 'Create one, then add a field of the type Blocks to a content type.'
                : 'An owner of this project can create them.'}
            </EmptyState>
          ) : (
            <DefinitionTable kind="block" columns={[name, key, fieldCount, uses, changed]} rows={data} />
          );
        }}
      </QueryView>
    </DefinitionsPage>
  );
}

const name: Column<Definition> = {
  key: 'name',
  title: 'Name',
  width: '30%',
  cell: (definition) => <strong>{definition.name}</strong>,
};
const key: Column<Definition> = {
  key: 'slug',
  title: 'Key',
  width: '20%',
  cell: ({ slug }) => <code className="muted">{slug}</code>,
};
const kindOfType: Column<ContentType> = {
  key: 'kind',
  title: 'Kind',
  width: '16%',
  cell: ({ kind }) => <KindBadge kind={kind} />,
};
const fieldCount: Column<Definition> = {
  key: 'fields',
  title: 'Fields',
  width: '12%',
  align: 'end',
  cell: ({ fields }) => fields.length,
};
const changed: Column<Definition> = {
  key: 'updated',
  title: 'Changed',
  cell: ({ updated_at }) => <Time value={updated_at} />,
};

interface DefinitionsPageProps {
  kind: DefinitionKind;
  intro: string;
  children: ReactNode;
}

function DefinitionsPage({ kind, intro, children }: DefinitionsPageProps) {
  const { id: projectId, role } = useProject();
  const { title, newScreen } = definitionKinds[kind];
  const navigate = useNavigate();
  const isOwner = role === 'owner';
  const create = () => void navigate({ to: newScreen, params: { projectId } });
  useActions(
    isOwner ? [{ id: `new-${kind}`, label: title, group: 'Create', icon: Plus, keys: 'c', run: create }] : [],
  );
  return (
    <Page
      title="Content types"
      intro={intro}
      actions={
        isOwner ? (
          <Button variant="primary" icon={Plus} onClick={create}>
            New {kind}
          </Button>
        ) : undefined
      }
    >
      <SchemaTabs open={kind} />
      {children}
    </Page>
  );
}

function NoTypes() {
  return useProject().role === 'owner' ? (
    <section className="stack">
      <p className="muted">Start from scratch or from a template.</p>
      <StartingPoints kind="type" />
    </section>
  ) : (
    <EmptyState icon={Shapes} title="No content types yet">
      An owner of this project can create them.
    </EmptyState>
  );
}

interface DefinitionTableProps<Row extends Definition> {
  kind: DefinitionKind;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
}

function DefinitionTable<Row extends Definition>({ kind, columns, rows }: DefinitionTableProps<Row>) {
  const { id: projectId } = useProject();
  return (
    <DataTable
      label={definitionKinds[kind].listTitle}
      columns={columns}
      rows={rows}
      rowId={({ slug }) => slug}
      linkTo={({ slug }) => definitionLink(projectId, kind, slug)}
    />
  );
}
