import type { ArticleRecord } from '../../articles/store/schema.ts';
import { type ArticleInput, readArticleInput } from '../../articles/write/input.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import type { ProjectContext } from '../../../core/context/index.ts';
import { positionAfter } from '../position.ts';
import { chooseContainer, containerLinks } from './container-choice.ts';
import { lastPositionIn } from './repository.ts';
import type { ChangeKbArticle, KbValues } from './schema.ts';

/** Reads a body against the stored article (null for a new one); collects errors instead of throwing them. */
export async function readKbInput(
  { db, now }: ProjectContext,
  before: ArticleRecord<KbValues> | null,
  body: ChangeKbArticle,
): Promise<ArticleInput<KbValues>> {
  const common = readArticleInput(body, now);
  const patch: ArticleInput<KbValues>['patch'] = { ...common.patch };
  const faults = [...common.problems];

  const { shelf, fault } = await chooseContainer(db, body, before?.draft.shelf ?? null);
  if (fault !== undefined) faults.push(fault);
  if (shelf !== undefined) patch.shelf = shelf;

  const stands = shelf ?? before?.draft.shelf;
  if (body.position != null) patch.position = body.position;
  else if (stands !== undefined && (before === null || body.position === null))
    patch.position = positionAfter(await lastPositionIn(db, stands));

  if (body.review_interval_days !== undefined) patch.review_interval_days = body.review_interval_days;
  if (body.archived === true && body.publish === true) {
    const why = 'an archived article is not published; send one of the two';
    faults.push(apiError('invalid_field_value', { name: 'archived', why }, { param: 'archived' }));
  }
  const written = [...common.written, ...containerLinks(body)];
  return {
    ...common,
    patch,
    problems: faults,
    written,
    ...(body.archived === undefined ? {} : { archived: body.archived }),
  };
}
