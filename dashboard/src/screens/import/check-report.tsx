import type { CheckedRows } from '../../../../src/transfer/tables/jobs/schema.ts';
import { counted } from '../../components/base/counted.ts';
import { RowErrors } from './row-errors.tsx';

/** What an import would do with the first rows. */
export function CheckReport({ rows }: { rows: CheckedRows['rows'] }) {
  const count = (action: CheckedRows['rows'][number]['action']) =>
    rows.filter((row) => row.action === action).length;
  const text = `${count('create')} new, ${count('update')} changed, ${count('unchanged')} unchanged.`;
  const failedCount = count('fail');
  return (
    <section className="import-report" aria-label="Check">
      <p role="status">
        {text}{' '}
        {failedCount === 0
          ? 'All of these rows can be imported.'
          : `${counted(failedCount, 'row')} can’t be imported:`}
      </p>
      <RowErrors errors={rows.flatMap(({ errors }) => errors)} />
    </section>
  );
}
