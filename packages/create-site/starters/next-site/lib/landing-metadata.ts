import type { Metadata } from 'next';
import type { Alternate, Language } from './languages';
import { metadataOf } from './metadata';
import type { LandingEntry } from './pages';

interface Shown {
  language: Language;
  path: string;
  alternates: readonly Alternate[];
}

export function landingMetadata({ values }: LandingEntry, shown: Shown): Metadata {
  return metadataOf({
    ...shown,
    title: values.seo_title || values.title || '',
    description: values.seo_description,
    image: values.sections?.find((section) => section.block === 'hero')?.values.image,
  });
}
