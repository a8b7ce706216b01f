import { isId } from '../../../../contract/ids.ts';
import type { ProjectDb } from '../../../../core/mongo/index.ts';
import { countInCollection, countInSection } from '../../structure/repository.ts';
import type { KbArticleRecord } from '../schema.ts';

type Counted = Pick<KbArticleRecord, 'status' | 'live'>;

/**
 * Updates the number of published articles of containers, in the transaction that changes an article. Starts
 * and ends count when their event is emitted; until then `loadKbStructure` corrects the number.
 */
export async function countArticle(
  db: ProjectDb,
  before: Counted | null,
  after: Counted | null,
): Promise<void> {
  const from = countedOn(before);
  const to = countedOn(after);
  if (from === to) return;
  if (from !== null) await countOn(db, from, -1);
  if (to !== null) await countOn(db, to, 1);
}

function countedOn(article: Counted | null): string | null {
  return article?.status === 'published' ? (article.live?.shelf ?? null) : null;
}

function countOn(db: ProjectDb, shelf: string, by: number): Promise<void> {
  return isId('kb_section', shelf) ? countInSection(db, shelf, by) : countInCollection(db, shelf, by);
}
