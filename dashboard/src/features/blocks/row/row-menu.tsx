import {
  ArrowDown,
  ArrowUp,
  ClipboardPaste,
  Copy,
  CopyPlus,
  Ellipsis,
  Languages,
  ListPlus,
  ListTree,
  MessageSquarePlus,
  Scissors,
  Trash2,
} from 'lucide-react';
import { useWritableLocales } from '../../../api/locales.ts';
import { IconButton } from '../../../components/base/button.tsx';
import { Kbd } from '../../../components/keyboard/kbd.tsx';
import { Menu, MenuItem, MenuLine } from '../../../components/overlay/menu.tsx';
import { useBlocks } from '../context.ts';
import type { RowProps } from '../props.ts';

interface RowMenuProps extends RowProps {
  name: string;
  /** Starts a comment on the block; null where blocks have no comments. */
  comment: (() => void) | null;
}

/** The actions of a block, with their keys. */
export function RowMenu({ item, owner, listKey, index, count, name, comment }: RowMenuProps) {
  const { actions, openDialog, insert } = useBlocks();
  const { id } = item;
  const locales = useWritableLocales();
  const below = { owner, key: listKey, index: index + 1 };
  const trigger = <IconButton label={`More for ${name}, ${index + 1} of ${count}`} icon={Ellipsis} />;
  const commonItems = (
    <>
      {locales.length > 1 && actions.isShared(id) ? (
        <MenuItem icon={Languages} onSelect={() => openDialog({ locales: id })}>
          Languages…
        </MenuItem>
      ) : null}
      {comment === null ? null : (
        <MenuItem icon={MessageSquarePlus} hint={<Kbd keys="c" />} onSelect={comment}>
          Comment
        </MenuItem>
      )}
    </>
  );
  const copyItem = (
    <MenuItem icon={Copy} hint={<Kbd keys="mod+c" />} onSelect={() => actions.copy(id)}>
      Copy
    </MenuItem>
  );
  if (!actions.canArrange(below))
    return (
      <Menu trigger={trigger}>
        {commonItems}
        {copyItem}
      </Menu>
    );
  return (
    <Menu trigger={trigger}>
      <MenuItem icon={ListPlus} hint={<Kbd keys="a" />} onSelect={() => insert(below)}>
        Insert below
      </MenuItem>
      <MenuItem icon={CopyPlus} hint={<Kbd keys="d" />} onSelect={() => actions.duplicate(id)}>
        Duplicate
      </MenuItem>
      <MenuItem icon={ArrowUp} disabled={index === 0} onSelect={() => actions.step(id, -1)}>
        Move up
      </MenuItem>
      <MenuItem icon={ArrowDown} disabled={index === count - 1} onSelect={() => actions.step(id, 1)}>
        Move down
      </MenuItem>
      <MenuItem icon={ListTree} hint={<Kbd keys="m" />} onSelect={() => openDialog({ move: id })}>
        Move to another list…
      </MenuItem>
      {commonItems}
      <MenuLine />
      {copyItem}
      <MenuItem icon={Scissors} hint={<Kbd keys="mod+x" />} onSelect={() => actions.copy(id, true)}>
        Cut
      </MenuItem>
      <MenuItem icon={ClipboardPaste} hint={<Kbd keys="mod+v" />} onSelect={() => actions.paste(below)}>
        Paste below
      </MenuItem>
      <MenuLine />
      <MenuItem icon={Trash2} danger onSelect={() => actions.remove(id)}>
        Remove
      </MenuItem>
    </Menu>
  );
}
