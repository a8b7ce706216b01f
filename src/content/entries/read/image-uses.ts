import { limits } from '../../../contract/limits.ts';
import { loadTypes } from '../../types/lookup.ts';
import type { TypesBySlug } from '../../types/types-by-slug.ts';
import type { ValueLink } from '../../fields/kind.ts';
import { linksIn } from '../../fields/walk.ts';
import { liveReferenceName, type MediaUse } from '../../../contract/fields/links.ts';
import {
  countLiveReferring,
  findReferencedIds,
  findEntriesWithMedia,
  findLiveReferring,
} from '../store/queries/referring-repository.ts';
import type { ImageUser, ProjectContext, ReleaseContext } from '../../../core/context/index.ts';
import {
  isVisible,
  listReleases,
  type LocaleUse,
  snapshotsByLocale,
  useIn,
} from '../../../lifecycle/index.ts';
import { partsOf } from '../store/locales/states.ts';
import { entryUrl, labelKeys, titleOf } from '../editor/label.ts';
import { findEntries } from '../store/repository.ts';
import type { EntryRecord } from '../store/schema.ts';
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
    const inLocales = await usesInLocales(release, types, {
      entries,
      isUse: (link) => liveReferenceName(link) === mediaId,
    });
    const uses = entries.flatMap((entry) => {
      const type = types.get(entry.type);
      const use = inLocales.get(entry.id);
      if (type === undefined || use?.isLive === false) return [];
      const title = use?.title ?? titleOf(type, entry.live ?? {}, entry.id);
      const url = entryUrl(type.kind, type.slug, entry.id);
      const page = { type: 'entry' as const, id: entry.id, slug: null, title, url, content_type: type.slug };
      return [use?.locales === undefined ? page : { ...page, locales: use.locales }];
    });
    if (entries.length < limit) return { uses, total: uses.length };
    const total = await countLiveReferring(release.db, mediaId, { now: context.now, cap: limits.count_cap });
    return { uses, total };
  },

  async mediaUsesOf(context, mediaId, limit) {
    const usesByEntry = new Map<string, MediaUse>();
    const { project, now } = context;
    for (const { db, release } of await allReleases(context)) {
      if (usesByEntry.size >= limit) break;
      const types = await loadTypes({ db, project });
      const entries = await findEntriesWithMedia(db, mediaId, { labels: labelKeys(types), limit });
      const inLocales = await usesInLocales({ db, project, now }, types, {
        entries,
        isUse: ({ id }) => id === mediaId,
      });
      for (const entry of entries)
        if (!usesByEntry.has(entry.id)) {
          const use = inLocales.get(entry.id);
          usesByEntry.set(entry.id, {
            type: 'entry',
            id: entry.id,
            title: titleOf(types.get(entry.type), entry.draft, entry.id),
            live: release === null && (use?.isLive ?? (entry.isInLive && isVisible(entry, context.now))),
            content_type: entry.type,
            ...(use?.locales === undefined ? {} : { locales: use.locales }),
            release,
          });
        }
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

/** Entries with all their locales that are read at the same time; each can be large. */
const entriesAtOnce = 4;

/** Where an entry uses an asset, and its title as readers see it. */
interface EntryUse extends LocaleUse {
  title: string;
}

/** Where entries with content in further locales use an asset; other entries are absent. */
async function usesInLocales(
  { db, project, now }: Pick<ReleaseContext, 'db' | 'project' | 'now'>,
  types: TypesBySlug,
  {
    entries,
    isUse,
  }: { entries: readonly Pick<EntryRecord, 'id' | 'periods'>[]; isUse: (link: ValueLink) => boolean },
): Promise<ReadonlyMap<string, EntryUse>> {
  const uses = new Map<string, EntryUse>();
  const ids = entries.filter(({ periods }) => periods !== undefined).map(({ id }) => id);
  for (let i = 0; i < ids.length; i += entriesAtOnce)
    for (const entry of await findEntries(db, ids.slice(i, i + entriesAtOnce))) {
      const type = types.get(entry.type);
      if (type === undefined) continue;
      const shape = { fields: type.fields, blocks: types.blocks };
      const snapshots = snapshotsByLocale(project.locales.list, partsOf(shape), { item: entry, now });
      const use = useIn(snapshots, (values) => [...linksIn(shape, values)].some(isUse));
      const values = snapshots.find(({ visible }) => visible !== null)?.visible ?? entry.draft;
      if (use !== null) uses.set(entry.id, { ...use, title: titleOf(type, values, entry.id) });
    }
  return uses;
}

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
