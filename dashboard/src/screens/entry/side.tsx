import { useNavigate } from '@tanstack/react-router';
import type { EditorEntry } from '../../../../src/content/editor-schema.ts';
import type { ContentType } from '../../../../src/content-types/schema.ts';
import { useProject } from '../../api/project.ts';
import { Facts } from '../../editing/facts.tsx';
import { History } from '../../editing/history.tsx';
import type { Opened } from '../../editing/opened.ts';
import { Presence } from '../../editing/presence.tsx';
import { PreviewButton } from '../../editing/preview-button.tsx';
import { PublishPanel } from '../../editing/publish-panel.tsx';
import { Referrers, useReferrers } from '../../editing/referrers.tsx';
import { useRemoval } from '../../editing/removal.tsx';
import { useDraftState } from '../../editing/use-draft.ts';
import { single } from './service.ts';

interface SideProps {
  type: ContentType;
  entryId: string;
  opened: Opened<EditorEntry>;
}

/** Beside the fields: where the entry stands, what can be done with it, who links here. */
export function Side({ type, entryId, opened }: SideProps) {
  const { store, service } = opened;
  const { id: projectId } = useProject();
  const navigate = useNavigate();
  const id = useDraftState(store, ({ item }) => item.id);
  const isSingle = entryId === single;
  const referrers = useReferrers('content', `${service.address}/referenced-by`, { enabled: !isSingle }).data;
  const remove = useRemoval(opened, {
    referrers,
    consequence: 'Other content links to this entry. Remove these links before you delete it.',
    leave: () => navigate({ to: '/p/$projectId/entries/$type', params: { projectId, type: type.slug } }),
  });
  return (
    <>
      {id === '' ? null : <Presence itemId={id} store={store} />}
      <PublishPanel opened={opened} remove={isSingle ? null : remove} />
      {id === '' ? null : (
        <div className="row editing-tools">
          <PreviewButton type={type.slug} store={store} />
          <History fields={type.fields} opened={opened} />
        </div>
      )}
      {isSingle ? null : <Referrers list={referrers} />}
      <Facts store={store} />
    </>
  );
}
