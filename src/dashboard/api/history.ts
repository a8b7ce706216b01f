import {
  articleItem,
  type EditorArticle,
  readBlogDraft,
  readKbDraft,
  restoreBlogDraft,
  restoreKbDraft,
  versionField,
  versionForm,
} from '../../modules/index.ts';
import { kindOfId } from '../../contract/ids.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import {
  type EditorEntry,
  findEntry,
  restoreDraft,
  sentVersion,
  versionFields,
} from '../../content/index.ts';
import type { ReleaseContext } from '../../core/context/index.ts';
import type { RouteResponse } from '../../core/http/index.ts';
import { entryItem, type ListedVersion, listItemVersions, readVersion } from '../../lifecycle/index.ts';
import { furtherLocaleId } from '../../projects/index.ts';

/**
 * The saved versions of an entry or article, newest first, with the fields that each changed.
 * @throws unknown_version, unknown_entry and its counterparts
 */
export async function listHistory(
  context: ReleaseContext,
  itemId: string,
): Promise<{ data: ListedVersion[] }> {
  const versions = await listItemVersions(context.db, await findVersionKey(context, itemId));
  const fieldOf = kindOfId(itemId) === 'entry' ? await versionFields(context, itemId) : versionField;
  const data = versions.map(({ changed, ...version }) => ({
    ...version,
    changed: changed === null ? null : [...new Set(changed.flatMap((key) => fieldOf(key) ?? []))],
  }));
  return { data };
}

/** One version with its values in the format of writes. @throws unknown_version */
export async function readHistory(context: ReleaseContext, itemId: string, versionId: string) {
  const version = await readVersion(context.db, await findVersionKey(context, itemId), versionId);
  const isEntry = kindOfId(itemId) === 'entry';
  const isFurther = furtherLocaleId(context) !== null;
  const values = isEntry
    ? await sentVersion(context, itemId, version.values)
    : versionForm(version.values, isFurther);
  return { ...version, values };
}

/**
 * Restores a version as the draft; the live version stays. Returns the item as its editor shows it.
 * @throws unknown_version, revision_conflict
 */
export async function restoreHistory(
  context: ReleaseContext,
  itemId: string,
  versionId: string,
): Promise<RouteResponse<EditorEntry | EditorArticle>> {
  const version = await readVersion(context.db, await findVersionKey(context, itemId), versionId);
  const kind = kindOfId(itemId);
  if (kind === 'entry') return restoreDraft(context, itemId, version);
  return kind === 'blog_article'
    ? restoreBlogDraft(context, itemId, version)
    : restoreKbDraft(context, itemId, version);
}

/** The key under which the versions of an item are stored. @throws unknown_version, unknown_entry and its counterparts */
async function findVersionKey(context: ReleaseContext, id: string): Promise<string> {
  const kind = kindOfId(id);
  if (kind === 'entry') {
    if ((await findEntry(context.db, id)) === null)
      throw apiError('unknown_entry', { entryId: id }, { param: 'itemId' });
    return entryItem(context.db.releaseId, id, furtherLocaleId(context));
  }
  if (kind === 'blog_article') await readBlogDraft(context, id);
  else if (kind === 'kb_article') await readKbDraft(context, id);
  else throw apiError('unknown_version', {}, { param: 'itemId' });
  return articleItem(id, furtherLocaleId(context));
}
