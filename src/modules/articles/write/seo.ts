import type { SeoInput } from '../../../contract/fields/fields.ts';
import type { ResolvedTargets, WrittenId } from '../../../content/index.ts';
import type { Seo, SeoValues } from '../store/schema.ts';

/** `seo` without own values; reads use the fallbacks. */
export const noSeo: SeoValues = { title: '', description: '', og_image_id: null, no_index: false };

/** Reads `seo` of a body; null clears one key, or all of them. */
export function readSeo(seo: (typeof SeoInput)['static']): Partial<SeoValues> {
  if (seo === null) return noSeo;
  const { title, description, og_image_id, no_index } = seo;
  return {
    ...(title === undefined ? {} : { title: title ?? '' }),
    ...(description === undefined ? {} : { description: description ?? '' }),
    ...(og_image_id === undefined ? {} : { og_image_id }),
    ...(no_index === undefined ? {} : { no_index: no_index ?? false }),
  };
}

/** The share image, to be checked with the other ids of the body. */
export function seoLinks({ og_image_id: id }: Partial<SeoValues>): WrittenId[] {
  return id == null
    ? []
    : [
        {
          id,
          expected: 'media',
          param: 'seo.og_image_id',
          field: { name: 'seo.og_image_id', isList: false },
        },
      ];
}

/** `seo` in responses: own values, else the fallbacks of the resource (specification: seo). */
export function seoForm(
  seo: SeoValues,
  fallback: { title: string; description: string; image: string | null },
  targets: ResolvedTargets,
): Seo {
  const image = seo.og_image_id ?? fallback.image;
  return {
    title: seo.title || fallback.title,
    description: seo.description || fallback.description,
    og_image: image === null ? null : targets.image(image),
    no_index: seo.no_index,
  };
}
