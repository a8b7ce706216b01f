import { Link } from '@tanstack/react-router';
import { BookText, ChevronRight, FileText, Folder, GripVertical } from 'lucide-react';
import { memo } from 'react';
import { useEditorHref } from '../../../features/lists/items.ts';
import { classes } from '../../../components/base/classes.ts';
import { counted } from '../../../components/base/counted.ts';
import { ArticleTitle } from '../article-title.tsx';
import { FreshnessBadge, StateBadge } from '../state-badges.tsx';
import { hasSameProps, type TreeRowProps } from './row-props.ts';
import { ArticleMenu, ContainerMenu } from './tree-menus.tsx';
import type { TreeRow } from './tree-rows.ts';

const icons = { collection: BookText, section: Folder, article: FileText } as const;

/** One row of the tree: a collection, a section or an article. */
export const TreeRowView = memo(function TreeRowView(props: TreeRowProps) {
  const { row, index, isDragged, actions } = props;
  const Icon = icons[row.kind];
  const title = row.title === '' ? 'Untitled' : row.title;
  return (
    <div
      role="row"
      data-row={index}
      data-id={row.id}
      tabIndex={index === 0 ? 0 : -1}
      aria-level={row.depth + 1}
      {...(row.kind === 'article' ? {} : { 'aria-expanded': row.isOpen })}
      className={classes(
        'tree-row',
        `tree-${row.kind}`,
        `tree-depth-${row.depth}`,
        isDragged && 'tree-dragged',
        row.kind === 'article' && row.article.status === 'archived' && 'tree-archived',
      )}
      onKeyDown={(event) => actions.onKeyDown(event, row)}
    >
      <span role="gridcell" className="tree-name">
        <span
          className="tree-grip"
          onPointerDown={(event) => actions.onGrab(event, row)}
          title="Drag to move"
          aria-hidden
        >
          <GripVertical size={14} />
        </span>
        {row.kind === 'article' ? (
          <span className="tree-chevron" />
        ) : (
          <button
            type="button"
            tabIndex={-1}
            className="tree-chevron"
            aria-hidden
            title={row.isOpen ? 'Close' : 'Open'}
            onClick={() => actions.onToggle(row)}
          >
            <ChevronRight size={15} className={classes(row.isOpen && 'tree-open')} />
          </button>
        )}
        <Icon size={15} aria-hidden className="tree-icon" />
        {row.kind === 'article' ? (
          <ArticleName row={row} />
        ) : (
          <button type="button" tabIndex={-1} className="tree-title" onClick={() => actions.onOpen(row)}>
            {title}
          </button>
        )}
      </span>
      <span role="gridcell" className="tree-state">
        {row.kind === 'article' ? (
          <>
            <FreshnessBadge article={row.article} />
            <StateBadge article={row.article} isQuiet />
          </>
        ) : (
          <Counts row={row} />
        )}
      </span>
      <span role="gridcell" className="tree-menu">
        {row.kind === 'article' ? (
          <ArticleMenu row={row} actions={actions} title={title} />
        ) : (
          <ContainerMenu row={row} actions={actions} title={title} />
        )}
      </span>
    </div>
  );
}, hasSameProps);

function ArticleName({ row: { article } }: { row: TreeRow & { kind: 'article' } }) {
  const href = useEditorHref()('kb_article', article.id);
  const title = <ArticleTitle article={article} />;
  return href === null ? (
    <span className="tree-title">{title}</span>
  ) : (
    <Link to={href} tabIndex={-1} className="tree-title" draggable={false}>
      {title}
    </Link>
  );
}

/** The number of articles in the container, and how many of them are live. */
function Counts({ row }: { row: Exclude<TreeRow, { kind: 'article' }> }) {
  const { article_count: live, stored_count: total } = row.container;
  return (
    <span className="tree-count">
      {live === total ? counted(live, 'article') : `${live} of ${counted(total, 'article')} live`}
    </span>
  );
}
