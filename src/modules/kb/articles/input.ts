import type { ArticleRecord } from '../../articles/store/schema.ts';
import {
  type ArticleBody,
  type ArticleInput,
  readArticleInput,
  readFurther,
} from '../../articles/write/input.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import type { ProjectContext } from '../../../core/context/index.ts';
import { positionAfter } from '../position.ts';
import { chooseContainer, containerLinks } from './container-choice.ts';
import { lastPositionIn } from './repository.ts';
import type { ChangeKbArticle, KbValues } from './schema.ts';

/** Reads a body against the stored article (null for a new one); collects errors instead of throwing them. */
export async function readKbInput(
  context: ProjectContext,
  before: ArticleRecord<KbValues> | null,
  { locales, ...body }: ChangeKbArticle,
): Promise<ArticleInput<KbValues>> {
  const { db } = context;
  const common: ArticleInput<KbValues> = {
    ...(readArticleInput(body, context) as ArticleInput<KbValues>), // without the keys of the module
    ...readFurther<KbValues, ArticleBody>(locales, (own) => readArticleInput(own, context)),
  };
  const patch: ArticleInput<KbValues>['patch'] = { ...common.patch };
  const errors = [...common.errors];

  const { containerId, error } = await chooseContainer(db, body, before?.draft.shelf ?? null);
  if (error !== undefined) errors.push(error);
  if (containerId !== undefined) patch.shelf = containerId;

  const newContainerId = containerId ?? before?.draft.shelf;
  if (body.position != null) patch.position = body.position;
  else if (newContainerId !== undefined && (before === null || body.position === null))
    patch.position = positionAfter(await lastPositionIn(db, newContainerId));

  if (body.review_interval_days !== undefined) patch.review_interval_days = body.review_interval_days;
  if (body.archived === true && body.publish === true) {
    const why = 'an archived article is not published; send one of the two';
    errors.push(apiError('invalid_field_value', { name: 'archived', why }, { param: 'archived' }));
  }
  const writtenIds = [...common.writtenIds, ...containerLinks(body)];
  return {
    ...common,
    patch,
    errors,
    writtenIds,
    ...(body.archived === undefined ? {} : { archived: body.archived }),
  };
}

/** Reads the values that a save was based on. The container is not looked up, because the base only has to be equal. */
export function readKbBase(body: ChangeKbArticle, context: ProjectContext): ArticleInput<KbValues> {
  const common = readArticleInput(body, context);
  const { collection, section, position, review_interval_days } = body;
  const containerId = section ?? collection;
  return {
    ...common,
    patch: {
      ...common.patch,
      ...(containerId == null ? {} : { shelf: containerId }),
      ...(position == null ? {} : { position }),
      ...(review_interval_days === undefined ? {} : { review_interval_days }),
    },
  };
}
