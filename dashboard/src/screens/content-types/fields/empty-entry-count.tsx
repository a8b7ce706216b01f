import { Link } from '@tanstack/react-router';
import type { EditorList } from '../../../../../src/content/entries/editor/editor-schema.ts';
import { useProject, useProjectQuery } from '../../../api/project.ts';
import { counted } from '../../../components/base/counted.ts';

/** The number of entries without a value in a required field, with a link to them. The service stops counting at a limit. */
export function EmptyEntryCount({ type, field }: { type: string; field: string }) {
  const { id: projectId } = useProject();
  const filter = { [`where[${field}][is_null]`]: 'true' };
  const { data } = useProjectQuery<Pick<EditorList, 'meta'>>('content', `/content/${type}/entries`, {
    query: { ...filter, limit: 1, count: true },
  });
  const { total = 0, total_is_capped: isCapped = false } = data?.meta ?? {};
  if (data === undefined) return null;
  if (total === 0) return <p className="field-help">Every entry has a value.</p>;
  return (
    <p className="field-help" role="status">
      {isCapped ? 'More than ' : ''}
      {counted(total, 'entry lacks', 'entries lack')} a value and can’t be published again until it is filled
      in.{' '}
      <Link to="/p/$projectId/entries/$type" params={{ projectId, type }} search={filter} target="_blank">
        Show {total === 1 ? 'it' : 'them'}
      </Link>
    </p>
  );
}
