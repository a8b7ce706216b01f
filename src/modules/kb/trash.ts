import { trashedArticles } from '../articles/write/trash.ts';
import { isId } from '../../contract/ids.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import type { ProjectContext, TrashKind } from '../../core/context/index.ts';
import { linkTargetExists } from '../../content/index.ts';
import { trashedTerms } from '../taxonomy/trash.ts';
import { kbArticle } from './articles/module.ts';
import { changeKbInBulk } from './articles/service.ts';
import { collectionTaxonomy, sectionTaxonomy } from './structure/taxonomies.ts';
import { deleteAllVotes } from './votes/counts.ts';

/** Restores deleted articles to their container and sections to their collection (specification: trash). */
export const trashedKb: readonly TrashKind[] = [
  trashedArticles(kbArticle, {
    check: (tx, { shelf }) => checkContainer(tx, shelf),
    publish: (context, { itemId }) => changeKbInBulk(context, itemId, 'publish'),
    forget: deleteAllVotes,
  }),
  trashedTerms(collectionTaxonomy),
  trashedTerms(sectionTaxonomy, (tx, { collection }) => checkContainer(tx, collection)),
];

/** @throws cannot_be_restored if the container doesn't exist */
async function checkContainer(tx: ProjectContext, id: string): Promise<void> {
  const kind = isId('kb_section', id) ? 'kb_section' : 'kb_collection';
  if (await linkTargetExists(tx, kind, id)) return;
  const name = kind === 'kb_section' ? 'section' : 'collection';
  throw apiError('cannot_be_restored', { why: `its ${name} was deleted` });
}
