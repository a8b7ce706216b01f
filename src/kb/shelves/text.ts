import { type Problem, problem } from '../../contract/problem.ts';
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
  const title = body.title === undefined ? (before?.title ?? '') : (body.title ?? '');
  const description = body.description === undefined ? (before?.description ?? '') : (body.description ?? '');
  const isMissing = title.trim() === '';
  const faults = isMissing ? [problem('missing_required_field', { name: 'title' }, { param: 'title' })] : [];
  return { text: { title, description }, faults };
}
