import { limits } from '../contract/limits.ts';
import { loadTypes } from '../content-types/service.ts';
import { countSeenReferring, findSeenReferring } from '../entries/service.ts';
import type { ImageUser } from '../platform/call.ts';
import { entryUrl, titleOf } from './label.ts';
import { releaseScopeOf } from './link-source.ts';

/** Entries with a picture in an image or gallery field or in rich text, those that readers of the default release see. */
export const entryImages: ImageUser = {
  pages: ['entry'],
  async usesOf(call, mediaId, limit) {
    const release = releaseScopeOf(call);
    const types = await loadTypes(release);
    const found = await findSeenReferring(release.db, mediaId, { now: call.now, limit });
    const uses = found.flatMap((entry) => {
      const type = types.get(entry.type);
      if (type === undefined) return [];
      const title = titleOf(type, entry.live ?? {}, entry.id);
      const url = entryUrl(type.kind, type.slug, entry.id);
      return [{ type: 'entry' as const, id: entry.id, slug: null, title, url, content_type: type.slug }];
    });
    if (found.length < limit) return { uses, total: uses.length };
    const total = await countSeenReferring(release.db, mediaId, { now: call.now, cap: limits.count_cap });
    return { uses, total };
  },
};
