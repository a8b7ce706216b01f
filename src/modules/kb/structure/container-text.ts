import type { ApiError } from '../../../contract/errors/api-error.ts';
import { nameAfterWrite } from '../../taxonomy/write.ts';
import type { ContainerRecord } from './schema.ts';

interface WrittenText {
  title?: string | null;
  description?: string | null;
}

/** Merges the texts of a body into those of a container. A title is required. */
export function containerText(
  before: ContainerRecord | null,
  body: WrittenText,
): { text: Pick<ContainerRecord, 'title' | 'description'>; errors: ApiError[] } {
  const { name: title, errors } = nameAfterWrite('title', before?.title ?? '', body.title);
  const description = body.description === undefined ? (before?.description ?? '') : (body.description ?? '');
  return { text: { title, description }, errors };
}
