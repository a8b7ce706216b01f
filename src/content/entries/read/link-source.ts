import { storageKey } from '../../../contract/fields/storage-key.ts';
import type { ExistingTarget, Link } from '../../../contract/fields/links.ts';
import type { TypeRecord } from '../../types/schema.ts';
import { loadTypes } from '../../types/lookup.ts';
import type { TypesBySlug } from '../../types/types-by-slug.ts';
import { earliest } from '../../../contract/time.ts';
import type { EntryValues } from '../store/schema.ts';
import { findLabels, type LabelPath } from '../store/queries/label-repository.ts';
import { findStates } from '../store/repository.ts';

import type { EntrySource, ProjectContext, Resolved } from '../../../core/context/index.ts';
import { ReleaseDb } from '../../../core/mongo/index.ts';
import { isVisible, nextMoment, visibleAt } from '../../../lifecycle/index.ts';
import { entryUrl, labelKey, titleOf } from '../editor/label.ts';

/** Entries as rich text and reference fields point at them: those of the call's release, or of the default one. */
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
    const entries = await findLabels(release.db, { ids, now: context.now, places: labelsOf(types) });
    const links = new Map<string, Link>();
    let validUntil: Date | null = null;
    for (const entry of entries) {
      const type = types.get(entry.type);
      const values = visibleAt(entry, context.now);
      validUntil = earliest(validUntil, nextMoment(entry, context.now));
      if (values !== null && type !== undefined) links.set(entry.id, linkTo(entry, type, values));
    }
    return { byId: links, validUntil };
  },
};

/** The fields that label entries or are their slugs, each with the types that it does so for. */
function labelsOf(types: TypesBySlug): LabelPath[] {
  const places = new Map<string, string[]>();
  for (const type of types.values())
    for (const key of new Set([labelKey(type), slugKeyOf(type)]))
      if (key !== null) places.set(key, [...(places.get(key) ?? []), type.slug]);
  return [...places].map(([key, slugs]) => ({ key, types: slugs }));
}

/** Types have no slugs of their own; a one-line text by that key is what sites address entries by. */
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

/** The release that a call reads: its own, or the default one when it is on the project alone. */
export function releaseScopeOf({ db, project, now }: ProjectContext) {
  return { db: db instanceof ReleaseDb ? db : db.release(project.defaultReleaseId), project, now };
}
