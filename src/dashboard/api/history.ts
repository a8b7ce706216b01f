import {
  type EditorArticle,
  readBlogDraft,
  readKbDraft,
  restoreBlogDraft,
  restoreKbDraft,
  writeForm,
} from '../../modules/index.ts';
import { kindOfId } from '../../contract/ids.ts';
import { problem } from '../../contract/errors/problem.ts';
import { type EditorEntry, findEntry, restoreDraft } from '../../content/index.ts';
import type { ReleaseCall } from '../../core/context/index.ts';
import type { Answer } from '../../core/http/index.ts';
import { entryItem, readVersion, versionsOf } from '../../lifecycle/index.ts';

/** The saved versions of an entry or article, newest first. @throws unknown_version for what is neither, and the 404 of its kind */
export async function listHistory(call: ReleaseCall, itemId: string) {
  return versionsOf(call.db, await itemOf(call, itemId));
}

/** One version with its values, as they are written. @throws unknown_version */
export async function readHistory(call: ReleaseCall, itemId: string, versionId: string) {
  const version = await readVersion(call.db, await itemOf(call, itemId), versionId);
  return kindOfId(itemId) === 'entry' ? version : { ...version, values: writeForm(version.values) };
}

/** Makes a version the draft; what is live stays. Answers the item as its editor shows it. @throws unknown_version, revision_conflict */
export async function restoreHistory(
  call: ReleaseCall,
  itemId: string,
  versionId: string,
): Promise<Answer<EditorEntry | EditorArticle>> {
  const { values } = await readVersion(call.db, await itemOf(call, itemId), versionId);
  const kind = kindOfId(itemId);
  if (kind === 'entry') return restoreDraft(call, itemId, values);
  return kind === 'blog_article'
    ? restoreBlogDraft(call, itemId, values)
    : restoreKbDraft(call, itemId, values);
}

/** How the item's versions are named; there must be such an item. */
async function itemOf(call: ReleaseCall, id: string): Promise<string> {
  const kind = kindOfId(id);
  if (kind === 'entry') {
    if ((await findEntry(call.db, id)) === null)
      throw problem('unknown_entry', { entryId: id }, { param: 'itemId' });
    return entryItem(call.db.releaseId, id);
  }
  if (kind === 'blog_article') await readBlogDraft(call, id);
  else if (kind === 'kb_article') await readKbDraft(call, id);
  else throw problem('unknown_version', {}, { param: 'itemId' });
  return id;
}
