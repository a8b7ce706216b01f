import { Copy } from 'lucide-react';
import { useProjectApi, useRefresh } from '../../../api/project.ts';
import { MenuItem } from '../../../components/overlay/menu.tsx';
import { toast, toastError } from '../../../components/overlay/toast.tsx';
import type { ItemEditor } from '../item-editor.ts';

interface DuplicateItemProps {
  editor: ItemEditor;
  /** The path that creates a copy: `/blog/articles/{id}/duplicate`. */
  path: string;
  /** Opens the copy. */
  open: (id: string) => Promise<unknown>;
}

/** Creates and opens a new draft with the same values, unsaved changes included. */
export function DuplicateItem({ editor, path, open }: DuplicateItemProps) {
  const { store, service } = editor;
  const api = useProjectApi();
  const refresh = useRefresh();
  const duplicate = async () => {
    try {
      await store.flush();
      const { id } = await api.post<{ id: string }>(path);
      toast('Copied to a new draft');
      await open(id);
      await refresh(service.module);
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <MenuItem needs="draft" icon={Copy} onSelect={() => void duplicate()}>
      Duplicate
    </MenuItem>
  );
}
