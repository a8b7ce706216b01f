import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { ContentType } from '../../../../src/content/types/schema.ts';
import { ApiError } from '../../api/errors/api-error.ts';
import { useProject, useProjectQuery } from '../../api/project.ts';
import { ErrorState, Loading, QueryView } from '../../components/layout/states.tsx';
import { ItemError } from '../../features/editing/item-error.tsx';
import { useItemEditor } from '../../features/editing/item-editor.ts';
import { DefaultLocale } from '../../features/locales/default-locale.tsx';
import { LiveView } from '../../features/live/lazy.tsx';
import { useFormParts } from '../../features/fields/form-parts.ts';
import { EntryEditor } from './editor.tsx';
import { PromotedDialog } from './promoted-dialog.tsx';
import { entryService } from './service.ts';

const route = getRouteApi('/p/$projectId/entries/$type/$entryId');
const liveRoute = getRouteApi('/p/$projectId/live/$type/$entryId');

export function EntryScreen() {
  const { type, entryId } = route.useParams();
  const { fresh } = route.useSearch();
  return <EntryPage slug={type} entryId={entryId} isFresh={fresh === true} />;
}

/** The editor beside the site. */
export function LiveEntryScreen() {
  const { type, entryId } = liveRoute.useParams();
  return <EntryPage slug={type} entryId={entryId} isFresh={false} isLive />;
}

interface EntryPageProps {
  /** The content type. */
  slug: string;
  entryId: string;
  isFresh: boolean;
  /** Whether the site is shown beside the form. */
  isLive?: boolean;
}

function EntryPage({ slug, entryId, isFresh, isLive = false }: EntryPageProps) {
  const { id, releaseId, locale } = useProject();
  const type = useProjectQuery<ContentType>('schema', `/v1/schema/content-types/${slug}`);
  const editorKey = [id, releaseId ?? 'default', slug, entryId, ...(locale === null ? [] : [locale])].join(
    ':',
  );
  const { editor, error, retry, reopen } = useItemEditor(editorKey, (api) =>
    entryService(api, slug, entryId, locale),
  );
  const parts = useFormParts(type.data?.fields ?? []);
  // Only the first render waits for the parts of the fields. A field that is added to the type later loads its own
  // parts, so that it doesn't interrupt a person who writes in another field.
  const [renderedKey, setRenderedKey] = useState<string | null>(null);
  const isWaiting = renderedKey !== editorKey && (type.data === undefined || !parts.isReady);
  if (!isWaiting && renderedKey !== editorKey) setRenderedKey(editorKey);
  if (error instanceof ApiError && error.code === 'unknown_locale') return <DefaultLocale />;
  if (error !== null) return <ItemError error={error} onRetry={retry} />;
  if (isWaiting && parts.error !== null) return <ErrorState error={parts.error} onRetry={parts.retry} />;
  return (
    <QueryView query={type}>
      {(loadedType) => {
        if (editor === null || isWaiting) return <Loading rows={8} />;
        const form = (
          <EntryEditor
            key={`${slug}/${entryId}`}
            type={loadedType}
            entryId={entryId}
            editor={editor}
            isFresh={isFresh}
          />
        );
        return (
          <>
            {isLive ? (
              <LiveView editor={editor} type={slug} itemId={entryId} fields={loadedType.fields}>
                {form}
              </LiveView>
            ) : (
              form
            )}
            <PromotedDialog type={slug} entryId={entryId} editor={editor} onReopen={reopen} />
          </>
        );
      }}
    </QueryView>
  );
}
