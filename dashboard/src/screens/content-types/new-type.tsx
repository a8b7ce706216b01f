import { useMemo } from 'react';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/states.tsx';
import { newDraft } from './draft.ts';
import { TypeBuilder } from './type-builder.tsx';
import { useContentTypes } from './types-query.ts';
import './content-types.css';

export function NewContentTypeScreen() {
  const types = useContentTypes();
  const empty = useMemo(() => newDraft(null, []), []);
  return (
    <QueryView query={types} loading={<Page title="New content type">{null}</Page>}>
      {({ data }) => <TypeBuilder initial={empty} stored={null} types={data} />}
    </QueryView>
  );
}
