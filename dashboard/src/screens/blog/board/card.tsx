import { useMay } from '../../../features/access/may.ts';
import { Link } from '@tanstack/react-router';
import { EllipsisVertical } from 'lucide-react';
import type { EditorArticleRow } from '../../../../../src/modules/articles/store/schema.ts';
import type { EditorTargets } from '../../../../../src/contract/fields/links.ts';
import { useProject } from '../../../api/project.ts';
import { IconButton } from '../../../components/base/button.tsx';
import { classes } from '../../../components/base/classes.ts';
import { Menu, MenuItem } from '../../../components/overlay/menu.tsx';
import { exactTime, Time } from '../../../components/base/time.tsx';
import type { LaneName } from './lanes.ts';

interface CardProps {
  row: EditorArticleRow;
  targets: EditorTargets;
  isDragged: boolean;
  onDrag: (row: EditorArticleRow | null) => void;
  onMove: (row: EditorArticleRow, to: LaneName) => void;
}

/** An article on the board. */
export function Card({ row, targets, isDragged, onDrag, onMove }: CardProps) {
  const mayMove = useMay('publish');
  const { id: projectId } = useProject();
  const { id: articleId, title, draft, status, has_unpublished_changes } = row;
  const cover = targets[String(draft['featured_image_id'])]?.image ?? null;
  const authors = ((draft['authors'] as string[] | undefined) ?? []).map(
    (id) => targets[id]?.title ?? 'gone',
  );
  return (
    <li
      data-id={articleId}
      className={classes('card-item', isDragged && 'card-dragged')}
      draggable={mayMove}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', title);
        event.dataTransfer.effectAllowed = 'move';
        onDrag(row);
      }}
      onDragEnd={() => onDrag(null)}
    >
      {cover?.url == null ? null : <img className="card-cover" src={cover.url} alt="" draggable={false} />}
      <div className="card-text">
        <Link
          to="/p/$projectId/blog/$articleId"
          params={{ projectId, articleId }}
          className="card-title"
          data-card={articleId}
          draggable={false}
        >
          {title}
        </Link>
        <p className="card-facts">
          <span>
            <When row={row} />
            {status === 'published' && has_unpublished_changes ? (
              <span className="card-changed"> · changed since</span>
            ) : null}
          </span>
          {authors.length === 0 ? null : <span>{authors.join(', ')}</span>}
        </p>
      </div>
      <div className="card-menu">
        <Menu trigger={<IconButton needs="publish" label={`Move ${title}`} icon={EllipsisVertical} />}>
          {status === 'published' ? null : (
            <MenuItem onSelect={() => onMove(row, 'published')}>
              {status === 'scheduled' ? 'Publish now' : 'Publish'}
            </MenuItem>
          )}
          <MenuItem onSelect={() => onMove(row, 'scheduled')}>
            {status === 'scheduled' ? 'Change date…' : 'Schedule…'}
          </MenuItem>
          {status === 'draft' ? null : (
            <MenuItem onSelect={() => onMove(row, 'draft')}>
              {status === 'scheduled' ? 'Cancel schedule' : 'Unpublish'}
            </MenuItem>
          )}
        </Menu>
      </div>
    </li>
  );
}

function When({ row: { status, scheduled_for, published_at, updated_at } }: { row: EditorArticleRow }) {
  if (scheduled_for !== null) return <span className="card-date">{exactTime(new Date(scheduled_for))}</span>;
  if (status === 'published' && published_at !== null) return <Time value={published_at} />;
  return <Time value={updated_at} />;
}
