import { storageKey } from '../../../contract/fields/storage-key.ts';
import type { ExistingTarget, Link } from '../../../contract/fields/links.ts';
import type { TypeRecord } from '../../types/schema.ts';
import { loadTypes } from '../../types/lookup.ts';
import type { TypesBySlug } from '../../types/types-by-slug.ts';
import { earliest } from '../../../contract/time.ts';
import type { EntryValues } from '../store/schema.ts';
import { currentRows, readInLocale, servedDocuments, servesEntries } from '../locales/rows.ts';
import { findLabels, type LabelledEntry, type LabelPath } from '../store/queries/label-repository.ts';
import { findStates } from '../store/repository.ts';

import type { EntrySource, ProjectContext, Resolved } from '../../../core/context/index.ts';
import { ReleaseDb } from '../../../core/mongo/index.ts';
import { isVisible, nextMoment, visibleAt } from '../../../lifecycle/index.ts';
import { entryUrl, labelKey, titleOf } from '../editor/label.ts';

/** Resolves links to entries in the release of the request, or in the default release. */
export const entrySource: EntrySource = {
  async existing(context, ids) {
    const states = await findStates(releaseScopeOf(context).db, ids);
    return new Map(
      states.map((entry): [string, ExistingTarget] => [
        entry.id,
        { live: isVisible(entry, context.now), contentType: entry.type },
      ]),
    );
  },

  async resolve(context, ids): Promise<Resolved<Link>> {
    const release = releaseScopeOf(context);
    const types = await loadTypes(release);
    const entries = await labelledEntries(release, ids, types);
    const links = new Map<string, Link>();
    let validUntil: Date | null = null;
    for (const entry of entries) {
      const type = types.get(entry.type);
      const values = visibleAt(entry, context.now);
      validUntil = earliest(validUntil, nextMoment(entry, context.now));
      if (values !== null && type !== undefined)
        links.set(entry.id, withLocale(linkTo(entry, type, values), context));
    }
    return { byId: links, validUntil };
  },
};

/** Entries with their labels, in the locale of the request. */
async function labelledEntries(
  release: ReturnType<typeof releaseScopeOf>,
  ids: readonly string[],
  types: TypesBySlug,
): Promise<LabelledEntry[]> {
  if (servesEntries(release)) return servedDocuments(release, ids, types);
  const { now } = release;
  const labels = labelsOf(types);
  const rows = await readInLocale(release, ids, (db, some, ofTypes) =>
    findLabels(db, { ids: some, now, labels, types: ofTypes }),
  );
  return currentRows(release, rows, ({ type: slug }) => {
    const type = types.get(slug);
    return type === undefined ? undefined : { ...type, blocks: types.blocks };
  });
}

/** The fields that contain labels or slugs of entries, with the types that use each of them. */
function labelsOf(types: TypesBySlug): LabelPath[] {
  const typesByKey = new Map<string, string[]>();
  for (const type of types.values())
    for (const key of new Set([labelKey(type), slugKeyOf(type)]))
      if (key !== null) typesByKey.set(key, [...(typesByKey.get(key) ?? []), type.slug]);
  return [...typesByKey].map(([key, slugs]) => ({ key, types: slugs }));
}

/**
 * Types have no slug field by definition. A one-line text with the key `slug` counts as one, because sites build URLs
 * from it.
 */
function slugKeyOf({ fields }: TypeRecord): string | null {
  const field = fields.find(({ key, type }) => key === 'slug' && type === 'string');
  return field === undefined ? null : storageKey(field);
}

function linkTo({ id }: { id: string }, type: TypeRecord, values: EntryValues): Link {
  const key = slugKeyOf(type);
  const slug = key === null ? null : values[key];
  return {
    id,
    type: 'entry',
    title: titleOf(type, values, id),
    slug: typeof slug === 'string' && slug !== '' ? slug : null,
    url: entryUrl(type.kind, type.slug, id),
    content_type: type.slug,
  };
}

/** The link with the requested locale in its URL. */
function withLocale(link: Link, { locale }: Pick<ProjectContext, 'locale'>): Link {
  return locale === undefined || link.url === null
    ? link
    : { ...link, url: `${link.url}?locale=${locale.code}` };
}

/** The release of a request; the default release if the request is for the project. */
export function releaseScopeOf({ db, project, now, locale }: ProjectContext) {
  const scope = { db: db instanceof ReleaseDb ? db : db.release(project.defaultReleaseId), project, now };
  return locale === undefined ? scope : { ...scope, locale };
}
