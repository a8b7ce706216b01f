import type { TableImport } from '../../../../src/transfer/tables/jobs/schema.ts';
import { textOf } from '../../api/errors/error-texts.ts';
import { counted } from '../../components/base/counted.ts';

/** Maximum errors that are listed. */
const maxListed = 20;

/** Why rows can't be imported. */
export function RowErrors({ errors }: { errors: TableImport['errors'] }) {
  if (errors.length === 0) return null;
  const restCount = errors.length - maxListed;
  return (
    <ul className="import-errors">
      {errors.slice(0, maxListed).map(({ row, column, code, message }, i) => (
        <li key={i}>
          <strong>
            Row {row}
            {column === null ? '' : `, ${column}`}
          </strong>{' '}
          {textOf({ code, message })}
        </li>
      ))}
      {restCount > 0 ? <li>And {counted(restCount, 'more error')}.</li> : null}
    </ul>
  );
}
