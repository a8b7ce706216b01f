import type { Problem } from '../../contract/problem.ts';
import { writtenName } from '../../named/service.ts';
import type { ShelfRecord } from './schema.ts';

interface WrittenText {
  title?: string | null;
  description?: string | null;
}

/** Lays the texts of a body over those that a shelf has. A title is required. */
export function shelfText(
  before: ShelfRecord | null,
  body: WrittenText,
): { text: Pick<ShelfRecord, 'title' | 'description'>; faults: Problem[] } {
  const { name: title, faults } = writtenName('title', before?.title ?? '', body.title);
  const description = body.description === undefined ? (before?.description ?? '') : (body.description ?? '');
  return { text: { title, description }, faults };
}
