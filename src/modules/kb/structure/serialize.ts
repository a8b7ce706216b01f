import { seoForm } from '../../articles/write/seo.ts';
import { LinkBatch, type ResolvedTargets } from '../../../content/index.ts';
import type {
  CollectionRecord,
  ContainerRecord,
  ContainerRef,
  KbCollection,
  KbSection,
  SectionRecord,
} from './schema.ts';

export function collectImageLinks(links: LinkBatch, { image_id, seo }: CollectionRecord): void {
  for (const id of [image_id, seo.og_image_id]) if (id !== null) links.add('media', id);
}

export function imageOf({ image_id }: CollectionRecord, targets: ResolvedTargets) {
  return image_id === null ? null : targets.image(image_id);
}

export function collectionForm(
  record: CollectionRecord,
  count: number,
  targets: ResolvedTargets,
): KbCollection {
  return {
    ...containerForm(record, count),
    image: imageOf(record, targets),
    seo: seoForm(
      record.seo,
      { title: record.title, description: record.description, image: record.image_id },
      targets,
    ),
  };
}

export function sectionForm(record: SectionRecord, count: number, collection: ContainerRef): KbSection {
  return { ...containerForm(record, count), collection };
}

function containerForm(record: ContainerRecord, count: number) {
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
