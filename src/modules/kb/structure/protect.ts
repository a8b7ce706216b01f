import { isId } from '../../../contract/ids.ts';
import { limits } from '../../../contract/limits.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import type { ProjectContext } from '../../../core/context/index.ts';
import { isHidden, visibleAt } from '../../../lifecycle/index.ts';
import { findWithContainer } from '../articles/repository.ts';
import { sectionsIn } from './repository.ts';

/** Content of a collection or section, in `referenced_by`. */
interface ContainedItem {
  type: 'kb_section' | 'kb_article';
  id: string;
  slug: string;
  title: string;
  field: 'collection' | 'section';
  live: boolean;
  url: string | null;
}

/**
 * Protects a collection or section with content, including drafts (specification: deletion-rules). Runs
 * inside the deletion's transaction; every write updates the project's row, so no content can be added
 * meanwhile.
 * @throws entry_referenced with the first 20 items
 */
export async function rejectWhileNotEmpty(tx: ProjectContext, containerId: string): Promise<void> {
  const max = limits.referenced_by_in_error;
  const contents = [
    ...(await findSections(tx, containerId, max)),
    ...(await findArticles(tx, containerId, max)),
  ];
  if (contents.length > 0) throw apiError('entry_referenced', {}, { referenced_by: contents.slice(0, max) });
}

async function findSections(
  { db }: ProjectContext,
  containerId: string,
  max: number,
): Promise<ContainedItem[]> {
  const sections = await sectionsIn(db, containerId, max);
  return sections.map(({ _id, slug, title }) => {
    return { type: 'kb_section', id: _id, slug, title, field: 'collection', live: true, url: null };
  });
}

async function findArticles(
  { db, now }: ProjectContext,
  containerId: string,
  max: number,
): Promise<ContainedItem[]> {
  const articles = await findWithContainer(db, containerId, max);
  return articles.map((article) => ({
    type: 'kb_article',
    id: article._id,
    slug: article.slug,
    title: (isHidden(article, now) ? article.draft : (article.live ?? article.draft)).title,
    field: isId('kb_section', containerId) ? 'section' : 'collection',
    live: visibleAt(article, now) !== null,
    url: `/v1/kb/articles/${article.slug}`,
  }));
}
