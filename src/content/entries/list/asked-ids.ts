import { isId } from '../../../contract/ids.ts';
import { limits } from '../../../contract/limits.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import type { TypeRecord } from '../../types/schema.ts';
import type { ReleaseContext } from '../../../core/context/index.ts';
import type { ListQuery } from '../schema.ts';

/** The ids that a list is asked for. @throws too_many_ids, invalid_parameter for what cannot stand beside them */
export function readIds(query: Pick<ListQuery, 'ids' | 'limit' | 'cursor' | 'offset'>): string[] {
  const beside = (['limit', 'cursor', 'offset'] as const).find((name) => query[name] !== undefined);
  if (beside !== undefined)
    throw apiError(
      'invalid_parameter',
      { name: beside, why: 'cannot be combined with ids' },
      { param: beside },
    );
  const ids = (query.ids ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
  if (ids.length > limits.ids_max) throw apiError('too_many_ids', {}, { param: 'ids' });
  return [...new Set(ids)];
}

/** A list stands on all entries of its type; one by ids on those alone, whether they are there or not. */
export function tagQuery({ seen }: ReleaseContext, { slug }: TypeRecord, query: ListQuery): void {
  const ids = query.ids === undefined ? [] : readIds(query).filter((id) => isId('entry', id));
  for (const id of ids) seen?.entry(id, slug);
  if (ids.length === 0) seen?.entriesOf(slug);
}
