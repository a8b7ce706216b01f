import { useNavigate } from '@tanstack/react-router';
import { Copy, Ellipsis, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ContentType } from '../../../../../src/content/types/schema.ts';
import { useProject } from '../../../api/project.ts';
import { IconButton } from '../../../components/base/button.tsx';
import { Menu, MenuItem } from '../../../components/overlay/menu.tsx';
import { DeleteTypeDialog } from './delete-type.tsx';

/** What else can be done with a type. */
export function TypeMenu({ type }: { type: ContentType }) {
  const { id: projectId } = useProject();
  const navigate = useNavigate();
  const duplicate = () =>
    navigate({ to: '/p/$projectId/content-types/new', params: { projectId }, search: { copy: type.slug } });
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <Menu trigger={<IconButton label="More about this type" icon={Ellipsis} />}>
        <MenuItem icon={Copy} onSelect={() => void duplicate()}>
          Duplicate type
        </MenuItem>
        <MenuItem icon={Trash2} danger onSelect={() => setDeleting(true)}>
          Delete type
        </MenuItem>
      </Menu>
      {isDeleting ? <DeleteTypeDialog type={type} onClose={() => setDeleting(false)} /> : null}
    </>
  );
}
