import type { ContentType } from '../../../../src/content/types/schema.ts';
import { WholeItemAccess } from '../../features/access/locale-access.tsx';
import { CommentsBox } from '../../features/editing/comments/comments-box.tsx';
import { Facts } from '../../features/editing/side/facts.tsx';
import { History } from '../../features/editing/history/history.tsx';
import type { ItemEditor } from '../../features/editing/item-editor.ts';
import { LiveButton } from '../../features/editing/side/live-button.tsx';
import { PreviewButton } from '../../features/editing/side/preview-button.tsx';
import { ShareButton } from '../../features/editing/side/share-button.tsx';
import { Referrers, useReferrers } from '../../features/editing/side/referrers.tsx';
import { useDraftState } from '../../features/editing/draft/use-draft.ts';
import { ReviewBox } from '../../features/editing/review/review-box.tsx';
import { single } from '../../features/lists/items.ts';
import type { EditedEntry } from './service.ts';

interface SideProps {
  type: ContentType;
  entryId: string;
  editor: ItemEditor<EditedEntry>;
}

/** The side panel: tools and referrers of the entry. */
export function Side({ type, entryId, editor }: SideProps) {
  const { store, service } = editor;
  const id = useDraftState(store, ({ item }) => item.id);
  const isSingle = entryId === single;
  const referrers = useReferrers('content', `${service.path}/referenced-by`, { enabled: !isSingle }).data;
  return (
    <>
      {id === '' ? null : (
        <div className="row editing-tools">
          <LiveButton type={type.slug} itemId={entryId} store={store} />
          <PreviewButton type={type.slug} store={store} />
          <WholeItemAccess>
            <ShareButton type={type.slug} store={store} />
          </WholeItemAccess>
          <History fields={type.fields} editor={editor} />
        </div>
      )}
      <WholeItemAccess>
        <ReviewBox editor={editor} fields={type.fields} />
      </WholeItemAccess>
      <CommentsBox fields={type.fields} />
      {isSingle ? null : <Referrers list={referrers} />}
      <Facts store={store} />
    </>
  );
}
