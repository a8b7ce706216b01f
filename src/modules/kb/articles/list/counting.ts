import { isId } from '../../../../contract/ids.ts';
import type { ProjectDb } from '../../../../core/mongo/index.ts';
import { countInCollection, countInSection } from '../../structure/repository.ts';
import type { KbArticleRecord } from '../schema.ts';

type Counted = Pick<KbArticleRecord, 'status' | 'live'>;

/**
 * Keeps the number of published articles of every container, in the transaction that changes an article. Scheduled ones
 * are counted when their event is sent, and ended ones until theirs is; readers count what is due meanwhile (see `loadKbStructure`).
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
