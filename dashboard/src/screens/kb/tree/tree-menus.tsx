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
import { useChosenLocale } from '../../../api/locales.ts';
import { IconButton } from '../../../components/base/button.tsx';
import { Kbd } from '../../../components/keyboard/kbd.tsx';
import { Menu, MenuItem, MenuLine } from '../../../components/overlay/menu.tsx';
import { DeleteTermDialog } from '../../../features/taxonomy/delete-dialog.tsx';
import { useArchive, useReview } from '../article-actions.tsx';
import type { RowActions } from './row-props.ts';
import type { TreeRow } from './tree-rows.ts';

interface RowMenuProps<Row extends TreeRow> {
  row: Row;
  title: string;
  actions: RowActions;
}

type ContainerRow = Exclude<TreeRow, { kind: 'article' }>;
type ArticleRow = Extract<TreeRow, { kind: 'article' }>;

function MoveItems({ row, actions }: Pick<RowMenuProps<TreeRow>, 'row' | 'actions'>) {
  return (
    <>
      <MenuItem
        needs="publish"
        icon={ArrowUp}
        hint={<Kbd keys="alt+arrowup" />}
        onSelect={() => actions.onStep(row, -1)}
      >
        Move up
      </MenuItem>
      <MenuItem
        needs="publish"
        icon={ArrowDown}
        hint={<Kbd keys="alt+arrowdown" />}
        onSelect={() => actions.onStep(row, 1)}
      >
        Move down
      </MenuItem>
      {row.parent !== null ? (
        <MenuItem
          needs="publish"
          icon={FolderInput}
          hint={<Kbd keys="m" />}
          onSelect={() => actions.onMove(row)}
        >
          Move to
        </MenuItem>
      ) : null}
    </>
  );
}

export function ContainerMenu({ row, title, actions }: RowMenuProps<ContainerRow>) {
  return (
    <Menu trigger={<IconButton label={`Actions for ${title}`} icon={Ellipsis} tabIndex={-1} />}>
      <MenuItem needs="draft" icon={FilePlus2} onSelect={() => actions.onNewArticle(row.id)}>
        New article here
      </MenuItem>
      {row.kind === 'collection' ? (
        <MenuItem
          icon={FolderPlus}
          onSelect={() => actions.onOpenContainer({ shelf: 'new-section', in: row.id })}
        >
          New section here
        </MenuItem>
      ) : null}
      <MenuItem icon={PencilLine} hint={<Kbd keys="enter" />} onSelect={() => actions.onOpen(row)}>
        Edit or delete
      </MenuItem>
      <MenuLine />
      <MoveItems row={row} actions={actions} />
    </Menu>
  );
}

export function ArticleMenu({ row, title, actions }: RowMenuProps<ArticleRow>) {
  const { article } = row;
  const review = useReview(useChosenLocale());
  const archive = useArchive();
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <Menu trigger={<IconButton label={`Actions for ${title}`} icon={Ellipsis} tabIndex={-1} />}>
        {article.status === 'published' ? (
          <MenuItem
            needs="publish"
            icon={CircleCheck}
            hint={<Kbd keys="r" />}
            onSelect={() => void review(article)}
          >
            Mark as reviewed
          </MenuItem>
        ) : null}
        <MoveItems row={row} actions={actions} />
        <MenuLine />
        <MenuItem
          icon={article.status === 'archived' ? ArchiveRestore : Archive}
          onSelect={() => archive(article, article.status !== 'archived')}
        >
          {article.status === 'archived' ? 'Unarchive' : 'Archive'}
        </MenuItem>
        <MenuItem needs="publish" icon={Trash2} danger onSelect={() => setDeleting(true)}>
          Delete
        </MenuItem>
      </Menu>
      {isDeleting ? (
        <DeleteTermDialog
          id={article.id}
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
