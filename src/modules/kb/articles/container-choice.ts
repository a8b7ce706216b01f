import { isId } from '../../../contract/ids.ts';
import { apiError, type ApiError } from '../../../contract/errors/api-error.ts';
import type { WrittenId } from '../../../content/index.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import { findSectionById } from '../structure/repository.ts';
import { unknownSection } from '../structure/taxonomies.ts';

/** The container in a body. */
export interface ContainerInput {
  collection?: string | null;
  section?: string | null;
}

/** The chosen container; undefined if the body doesn't move the article, or is invalid. */
export interface ContainerChoice {
  containerId?: string | undefined;
  error?: ApiError;
}

/**
 * Returns the container of a body. A section determines its collection; if both are sent, or the article
 * keeps its section, they have to match (specification: knowledge-base). `current` is null for a new
 * article.
 */
export async function chooseContainer(
  db: ProjectDb,
  { collection, section }: ContainerInput,
  current: string | null,
): Promise<ContainerChoice> {
  const parentOf = async (id: string) => (await findSectionById(db, id))?.collection;
  const ownSection = current !== null && isId('kb_section', current) ? current : null;

  if (section != null) {
    const parent = collection == null ? undefined : await parentOf(section);
    const isMatch = parent === undefined || parent === collection;
    return isMatch ? { containerId: section } : { error: unknownSection(section, 'section') };
  }
  if (collection === null || (collection === undefined && current === null)) {
    return { error: apiError('missing_required_field', { name: 'collection' }, { param: 'collection' }) };
  }
  if (collection === undefined) {
    const leavesSection = section === null && ownSection !== null;
    return leavesSection ? { containerId: await parentOf(ownSection) } : {};
  }
  if (section === undefined && ownSection !== null) {
    const isMatch = (await parentOf(ownSection)) === collection;
    return isMatch ? {} : { error: unknownSection(ownSection, 'section') };
  }
  return { containerId: collection };
}

/** Returns the ids in a body that have to be a collection and a section of this project. */
export function containerLinks({ collection, section }: ContainerInput): WrittenId[] {
  const writtenIds: WrittenId[] = [];
  if (collection != null)
    writtenIds.push({
      id: collection,
      expected: 'kb_collection',
      param: 'collection',
      field: { name: 'collection', isList: false },
      missing: 'unknown_kb_collection',
    });
  if (section != null)
    writtenIds.push({
      id: section,
      expected: 'kb_section',
      param: 'section',
      field: { name: 'section', isList: false },
      missing: 'unknown_kb_section',
    });
  return writtenIds;
}
