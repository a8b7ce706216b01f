import { useNavigate } from '@tanstack/react-router';
import { CopyPlus } from 'lucide-react';
import { useState } from 'react';
import type { ContentType } from '../../../../src/content/types/schema.ts';
import { useProject } from '../../api/project.ts';
import { MenuItem } from '../../components/overlay/menu.tsx';
import { WholeItemAccess } from '../../features/access/locale-access.tsx';
import { DuplicateItem } from '../../features/editing/side/duplicate-item.tsx';
import type { ItemEditor } from '../../features/editing/item-editor.ts';
import { PublishPanel } from '../../features/editing/publish/publish-panel.tsx';
import { useReferrers } from '../../features/editing/side/referrers.tsx';
import { useRemoval } from '../../features/editing/side/removal.tsx';
import { CopyValuesDialog } from '../../features/lists/change/copy-values-dialog.tsx';
import { single } from '../../features/lists/items.ts';
import type { EditedEntry } from './service.ts';

interface StateProps {
  type: ContentType;
  entryId: string;
  editor: ItemEditor<EditedEntry>;
}

/** The status of the entry and its actions. */
export function EntryState({ type, entryId, editor }: StateProps) {
  const { id: projectId } = useProject();
  const navigate = useNavigate();
  const [isCopying, setCopying] = useState(false);
  const isSingle = entryId === single;
  const path = `${editor.service.path}/referenced-by`;
  const remove = useRemoval(editor, {
    referrers: useReferrers('content', path, { enabled: !isSingle }).data,
    consequence: 'Other content links to this entry. Remove these links before you delete it.',
    leave: () => navigate({ to: '/p/$projectId/entries/$type', params: { projectId, type: type.slug } }),
  });
  return (
    <>
      <PublishPanel
        editor={editor}
        fields={type.fields}
        typeName={type.name}
        remove={isSingle ? null : remove}
        more={
          isSingle ? null : (
            <WholeItemAccess>
              <DuplicateItem
                editor={editor}
                path={`/content/${type.slug}/entries/${entryId}/duplicate`}
                open={(copy) =>
                  navigate({
                    to: '/p/$projectId/entries/$type/$entryId',
                    params: { projectId, type: type.slug, entryId: copy },
                  })
                }
              />
              <MenuItem needs="draft" icon={CopyPlus} onSelect={() => setCopying(true)}>
                Copy values to…
              </MenuItem>
            </WholeItemAccess>
          )
        }
      />
      {isCopying ? (
        <CopyValuesDialog editor={editor} type={type} entryId={entryId} onClose={() => setCopying(false)} />
      ) : null}
    </>
  );
}
