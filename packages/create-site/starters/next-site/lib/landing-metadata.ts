import type { Metadata } from 'next';
import type { LandingPageValues } from '../content-types';
import { metadataOf } from './metadata';

export function landingMetadata({ values }: { values: LandingPageValues }, path: string): Metadata {
  return metadataOf({
    path,
    title: values.seo_title || values.title || '',
    description: values.seo_description,
    image: values.sections?.find((section) => section.block === 'hero')?.values.image,
  });
}
