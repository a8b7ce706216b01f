import { Link } from '@tanstack/react-router';
import { useEditorHref } from '../../lists/items.ts';
import type { Target } from '../context.ts';
import { kindNames } from './search.ts';

/** The name of a link target, with a link to its editor. */
export function TargetName({ id, target }: { id: string; target: Target | undefined }) {
  const hrefOf = useEditorHref();
  if (target === undefined)
    return (
      <span className="target">
        <span className="target-gone">Gone</span> <code>{id}</code>
      </span>
    );
  const href = hrefOf(target.kind, id, target.content_type);
  const title = target.title === '' ? 'Untitled' : target.title;
  return (
    <span className="target">
      {href === null ? <span className="target-title">{title}</span> : <Link to={href}>{title}</Link>}
      <span className="target-kind">{target.content_type ?? kindNames[target.kind]}</span>
      {target.live ? null : <span className="target-draft">not published</span>}
    </span>
  );
}
