import { isId } from '../../../../contract/ids.ts';
import type { ProjectDb } from '../../../../core/mongo/index.ts';
import { countInCollection, countInSection } from '../../structure/repository.ts';
import type { KbArticleRecord } from '../schema.ts';

type CountState = Pick<KbArticleRecord, 'status' | 'live'>;

/**
 * Updates the number of published articles of containers, in the transaction that changes an article. Starts
 * and ends count when their event is emitted; until then `loadKbStructure` corrects the number.
 */
export async function updateContainerCounts(
  db: ProjectDb,
  before: CountState | null,
  after: CountState | null,
): Promise<void> {
  const from = countingContainer(before);
  const to = countingContainer(after);
  if (from === to) return;
  if (from !== null) await addToCount(db, from, -1);
  if (to !== null) await addToCount(db, to, 1);
}

function countingContainer(article: CountState | null): string | null {
  return article?.status === 'published' ? (article.live?.shelf ?? null) : null;
}

function addToCount(db: ProjectDb, containerId: string, by: number): Promise<void> {
  return isId('kb_section', containerId)
    ? countInSection(db, containerId, by)
    : countInCollection(db, containerId, by);
}
