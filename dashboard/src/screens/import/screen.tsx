import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ContentType } from '../../../../src/content/types/schema.ts';
import { useProject, useProjectQuery } from '../../api/project.ts';
import { Page } from '../../components/layout/page.tsx';
import { QueryView } from '../../components/layout/states.tsx';
import { DropFile } from './drop-file.tsx';
import { ImportProgress } from './import-progress.tsx';
import { MatchForm } from './match-form.tsx';
import type { Table } from './read-table.ts';
import './import.css';

const route = getRouteApi('/p/$projectId/entries/$type/import');

/** Imports a CSV file into a content type: choose the file, match its columns, watch the import. */
export function ImportScreen() {
  const { type: slug } = route.useParams();
  const type = useProjectQuery<ContentType>('schema', `/v1/schema/content-types/${slug}`);
  return <QueryView query={type}>{(data) => <TypeImport key={slug} type={data} />}</QueryView>;
}

function TypeImport({ type }: { type: ContentType }) {
  const { id: projectId } = useProject();
  const { import: importId } = route.useSearch();
  const navigate = useNavigate();
  const [table, setTable] = useState<Table | null>(null);
  const open = (id: string | undefined) => {
    setTable(null);
    void navigate({
      to: '/p/$projectId/entries/$type/import',
      params: { projectId, type: type.slug },
      search: (before) => ({ ...before, import: id }),
    });
  };
  return (
    <Page
      title={`Import ${type.name}`}
      above={
        <Link to="/p/$projectId/entries/$type" params={{ projectId, type: type.slug }}>
          {type.name}
        </Link>
      }
    >
      {importId !== undefined ? (
        <ImportProgress id={importId} type={type} onAgain={() => open(undefined)} />
      ) : table === null ? (
        <DropFile onRead={setTable} />
      ) : (
        <MatchForm type={type} table={table} onStarted={open} onCancel={() => setTable(null)} />
      )}
    </Page>
  );
}
