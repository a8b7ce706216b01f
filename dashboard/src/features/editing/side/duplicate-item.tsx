import { Copy } from 'lucide-react';
import { useProjectApi, useRefresh } from '../../../api/project.ts';
import { MenuItem } from '../../../components/overlay/menu.tsx';
import { toast, toastError } from '../../../components/overlay/toast.tsx';
import type { Opened } from '../opened.ts';

interface DuplicateItemProps {
  opened: Opened;
  /** Where a copy is made: `/blog/articles/{id}/duplicate`. */
  path: string;
  /** Opens the copy. */
  open: (id: string) => Promise<unknown>;
}

/** Makes a new draft with the same values, what was just typed included, and opens it. */
export function DuplicateItem({ opened, path, open }: DuplicateItemProps) {
  const { store, service } = opened;
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
