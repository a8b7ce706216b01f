import { limits } from '../../../contract/limits.ts';
import { loadTypes } from '../../types/lookup.ts';
import type { MediaUse } from '../../../contract/fields/links.ts';
import {
  countLiveReferring,
  findReferencedIds,
  findEntriesWithMedia,
  findLiveReferring,
} from '../store/queries/referring-repository.ts';
import type { ImageUser, ProjectContext } from '../../../core/context/index.ts';
import { isVisible, listReleases } from '../../../lifecycle/index.ts';
import { entryUrl, labelKeys, titleOf } from '../editor/label.ts';
import { releaseScopeOf } from './link-source.ts';

/**
 * Entries that contain an image in an image or gallery field or in rich text, as readers of the default release see
 * them.
 */
export const entryImages: ImageUser = {
  pages: ['entry'],
  async usesOf(context, mediaId, limit) {
    const release = releaseScopeOf(context);
    const types = await loadTypes(release);
    const labels = labelKeys(types);
    const entries = await findLiveReferring(release.db, mediaId, { now: context.now, labels, limit });
    const uses = entries.flatMap((entry) => {
      const type = types.get(entry.type);
      if (type === undefined) return [];
      const title = titleOf(type, entry.live ?? {}, entry.id);
      const url = entryUrl(type.kind, type.slug, entry.id);
      return [{ type: 'entry' as const, id: entry.id, slug: null, title, url, content_type: type.slug }];
    });
    if (entries.length < limit) return { uses, total: uses.length };
    const total = await countLiveReferring(release.db, mediaId, { now: context.now, cap: limits.count_cap });
    return { uses, total };
  },

  async mediaUsesOf(context, mediaId, limit) {
    const usesByEntry = new Map<string, MediaUse>();
    const { project } = context;
    for (const { db, release } of await allReleases(context)) {
      if (usesByEntry.size >= limit) break;
      const types = await loadTypes({ db, project });
      for (const entry of await findEntriesWithMedia(db, mediaId, { labels: labelKeys(types), limit }))
        if (!usesByEntry.has(entry.id))
          usesByEntry.set(entry.id, {
            type: 'entry',
            id: entry.id,
            title: titleOf(types.get(entry.type), entry.draft, entry.id),
            live: release === null && entry.isInLive && isVisible(entry, context.now),
            content_type: entry.type,
            release,
          });
    }
    return [...usesByEntry.values()].slice(0, limit);
  },

  async usedAmong(context, mediaIds) {
    const usedIds = new Set<string>();
    for (const { db } of await allReleases(context)) {
      const remainingIds = mediaIds.filter((id) => !usedIds.has(id));
      if (remainingIds.length === 0) break;
      for (const id of await findReferencedIds(db, remainingIds)) usedIds.add(id);
    }
    return usedIds;
  },
};

/**
 * Assets belong to all releases. The default release is first, and releases that are being cloned or deleted are
 * omitted.
 */
async function allReleases(context: ProjectContext) {
  const { data } = await listReleases(context);
  return data
    .filter(({ status }) => status === 'ready')
    .sort((a, b) => Number(b.default) - Number(a.default))
    .map(({ id, name, default: isDefault }) => ({
      db: context.db.release(id),
      release: isDefault ? null : { id, name },
    }));
}
