import { Ellipsis, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { BlockDefinition } from '../../../../../src/content/types/blocks/schema.ts';
import { IconButton } from '../../../components/base/button.tsx';
import { Menu, MenuItem } from '../../../components/overlay/menu.tsx';
import { DeleteBlockDialog } from './delete-block.tsx';
import type { BlockUse } from './uses.ts';

/** What else can be done with a definition. */
export function BlockMenu({ block, uses }: { block: BlockDefinition; uses: readonly BlockUse[] }) {
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <Menu trigger={<IconButton label="More about this block" icon={Ellipsis} />}>
        <MenuItem icon={Trash2} danger onSelect={() => setDeleting(true)}>
          Delete block
        </MenuItem>
      </Menu>
      {isDeleting ? <DeleteBlockDialog block={block} uses={uses} onClose={() => setDeleting(false)} /> : null}
    </>
  );
}
