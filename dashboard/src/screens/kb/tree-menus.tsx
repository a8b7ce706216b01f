import {
  Archive,
  ArchiveRestore,
  ArrowDown,
  ArrowUp,
  CircleCheck,
  Ellipsis,
  FilePlus2,
  FolderPlus,
  FolderInput,
  PencilLine,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import type { KbLeaf } from '../../../../src/kb/desk/schema.ts';
import { IconButton } from '../../components/button.tsx';
import { Kbd } from '../../components/kbd.tsx';
import { Menu, MenuItem, MenuLine } from '../../components/menu.tsx';
import { DeleteNamedDialog } from '../../named/delete-dialog.tsx';
import { useArchive, useReview } from './article-actions.tsx';
import type { TreeLineProps } from './line-props.ts';
import type { TreeRow } from './tree-rows.ts';

type Titled = TreeLineProps & { title: string };

function MoveItems({ onStep, onMove, isNested }: TreeLineProps & { isNested: boolean }) {
  return (
    <>
      <MenuItem icon={ArrowUp} hint={<Kbd keys="alt+arrowup" />} onSelect={() => onStep(-1)}>
        Move up
      </MenuItem>
      <MenuItem icon={ArrowDown} hint={<Kbd keys="alt+arrowdown" />} onSelect={() => onStep(1)}>
        Move down
      </MenuItem>
      {isNested ? (
        <MenuItem icon={FolderInput} hint={<Kbd keys="m" />} onSelect={onMove}>
          Move to
        </MenuItem>
      ) : null}
    </>
  );
}

export function ShelfMenu(props: Titled & { row: Exclude<TreeRow, { kind: 'article' }> }) {
  const { row, title, onOpen, onOpenShelf, onNewArticle } = props;
  return (
    <Menu trigger={<IconButton label={`Actions for ${title}`} icon={Ellipsis} tabIndex={-1} />}>
      <MenuItem icon={FilePlus2} onSelect={() => onNewArticle(row.id)}>
        New article here
      </MenuItem>
      {row.kind === 'collection' ? (
        <MenuItem icon={FolderPlus} onSelect={() => onOpenShelf({ shelf: 'new-section', in: row.id })}>
          New section here
        </MenuItem>
      ) : null}
      <MenuItem icon={PencilLine} hint={<Kbd keys="enter" />} onSelect={onOpen}>
        Rename, describe, delete
      </MenuItem>
      <MenuLine />
      <MoveItems {...props} isNested={row.kind === 'section'} />
    </Menu>
  );
}

export function ArticleMenu(props: Titled & { leaf: KbLeaf }) {
  const { leaf, title } = props;
  const review = useReview();
  const archive = useArchive();
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <Menu trigger={<IconButton label={`Actions for ${title}`} icon={Ellipsis} tabIndex={-1} />}>
        {leaf.status === 'published' ? (
          <MenuItem icon={CircleCheck} hint={<Kbd keys="r" />} onSelect={() => void review(leaf)}>
            Mark as reviewed
          </MenuItem>
        ) : null}
        <MoveItems {...props} isNested />
        <MenuLine />
        <MenuItem
          icon={leaf.status === 'archived' ? ArchiveRestore : Archive}
          onSelect={() => archive(leaf, leaf.status !== 'archived')}
        >
          {leaf.status === 'archived' ? 'Take out of the archive' : 'Archive'}
        </MenuItem>
        <MenuItem icon={Trash2} danger onSelect={() => setDeleting(true)}>
          Delete
        </MenuItem>
      </Menu>
      {isDeleting ? (
        <DeleteNamedDialog
          id={leaf.id}
          name={title}
          noun="article"
          path="/v1/kb/articles"
          module="kb"
          onClose={() => setDeleting(false)}
          onDeleted={() => setDeleting(false)}
        />
      ) : null}
    </>
  );
}
