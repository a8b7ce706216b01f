import { seoForm } from '../../articles/service.ts';
import type { Targets } from '../../links/service.ts';
import { Wanted } from '../../links/service.ts';
import type {
  CollectionRecord,
  KbCollection,
  KbSection,
  SectionRecord,
  ShelfRecord,
  ShelfRef,
} from './schema.ts';

/** Gathers the pictures of a collection. */
export function wantImages(wanted: Wanted, { image_id, seo }: CollectionRecord): void {
  for (const id of [image_id, seo.og_image_id]) if (id !== null) wanted.add('media', id);
}

export function imageOf({ image_id }: CollectionRecord, targets: Targets) {
  return image_id === null ? null : targets.image(image_id);
}

export function collectionForm(record: CollectionRecord, count: number, targets: Targets): KbCollection {
  return {
    ...shelfForm(record, count),
    image: imageOf(record, targets),
    seo: seoForm(
      record.seo,
      { title: record.title, description: record.description, image: record.image_id },
      targets,
    ),
  };
}

export function sectionForm(record: SectionRecord, count: number, collection: ShelfRef): KbSection {
  return { ...shelfForm(record, count), collection };
}

function shelfForm(record: ShelfRecord, count: number) {
  return {
    id: record._id,
    slug: record.slug,
    title: record.title,
    description: record.description,
    position: record.position,
    article_count: count,
    revision: record.revision,
    created_at: record.created_at.toISOString(),
    updated_at: record.updated_at.toISOString(),
  };
}
